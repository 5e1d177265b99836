"""Firefox, spoken to in WebDriver BiDi: over the WebSocket that it opens itself, without any driver."""

import asyncio
import base64
import itertools
import re
import shutil
import tempfile
from collections import deque
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

from tests.browser.window import DESKTOP, PATIENCE, BrowserError, Window, program

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = """
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("intl.accept_languages", "en");
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.proxy.type", 0);
user_pref("toolkit.shutdown.fastShutdownStage", 3);
"""
"""It asks nobody for anything but the page, and ends at once."""


class Firefox(Window):
    """A Firefox without a screen, with a profile of its own."""

    def __init__(self) -> None:
        self._profile = Path(tempfile.mkdtemp(prefix="tablehall-firefox-"))
        self._numbers = itertools.count(1)
        self._said: deque[str] = deque(maxlen=40)
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._http: ClientSession | None = None

    async def start(self) -> None:
        """Start the browser, and a session with a tab of its own."""
        (self._profile / "user.js").write_text(PREFERENCES)
        self._process = await asyncio.create_subprocess_exec(
            program("firefox-esr"),
            "--headless",
            "--no-remote",
            "--profile",
            str(self._profile),
            "--remote-debugging-port=0",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        address = await self._listens()
        self._reader = asyncio.create_task(self._read())
        self._http = ClientSession()
        self._socket: ClientWebSocketResponse = await self._http.ws_connect(
            f"{address}/session", max_msg_size=0
        )
        await self.call("session.new", capabilities={})
        tab = await self.call(
            "browsingContext.create", type="tab"
        )  # in the first one the address has the focus
        self._tab = str(tab["context"])
        width, height = DESKTOP
        viewport = {"width": width, "height": height}
        await self.call("browsingContext.setViewport", context=self._tab, viewport=viewport)

    async def _listens(self) -> str:
        """Where it can be spoken to, as it says itself."""
        try:
            async with asyncio.timeout(PATIENCE):
                while line := await self._line():
                    if found := LISTENS.search(line):
                        return found[1]
        except TimeoutError:
            pass
        raise BrowserError("Firefox did not start:\n" + "".join(self._said))

    async def _line(self) -> str:
        """The next line of what it complains about; nothing at the end."""
        assert self._process is not None
        assert self._process.stderr is not None
        line = (await self._process.stderr.readline()).decode(errors="replace")
        self._said.append(line)
        return line

    async def _read(self) -> None:
        """What it says is read, so that it can go on speaking."""
        while await self._line():
            pass

    async def close(self) -> None:
        """End the browser; nothing is left of it."""
        if self._http is not None:
            await self._http.close()
        if self._process is not None:
            if self._process.returncode is None:
                self._process.terminate()
            await self._process.wait()
        if self._reader is not None:
            await self._reader
        shutil.rmtree(self._profile, ignore_errors=True)

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """One command; what it answers."""
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        async with asyncio.timeout(PATIENCE):
            while (answer := await self._socket.receive_json()).get("id") != number:
                pass
        if answer["type"] == "error":
            raise BrowserError(f"Firefox, {method}: {answer['error']}: {answer['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    async def open(self, address: str) -> None:
        await self.call("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    async def act(self, actions: list[dict[str, str]]) -> None:
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        await self.call("input.performActions", context=self._tab, actions=[keyboard])

    async def json_of(self, expression: str) -> str:
        target = {"context": self._tab}
        found = await self.call("script.evaluate", expression=expression, target=target, awaitPromise=False)
        if found["type"] == "exception":
            raise BrowserError(f"Firefox, {expression}: {found['exceptionDetails']['text']}")
        return str(found["result"]["value"])

    async def screenshot(self) -> bytes:
        picture = await self.call("browsingContext.captureScreenshot", context=self._tab)
        return base64.b64decode(picture["data"])
