"""WebKit, spoken to in classic WebDriver: WebKitGTK's own driver and browser, on a screen in memory."""

import asyncio
import base64
import os
import socket
import subprocess
from typing import Any

from aiohttp import ClientConnectionError, ClientSession, ClientTimeout

from tests.browser.window import DESKTOP, PATIENCE, BrowserError, Window, program


class WebKit(Window):
    """The small browser that comes with WebKitGTK."""

    def __init__(self) -> None:
        self._started: list[subprocess.Popen[bytes]] = []
        self._http: ClientSession | None = None
        self._session = ""

    async def start(self) -> None:
        """Start a screen, the driver, and through it the browser."""
        driver = program("WebKitWebDriver")
        screen = await asyncio.to_thread(self._screen, program("Xvfb"))
        port = free_port()
        around = {**os.environ, "DISPLAY": screen, "LC_ALL": "C.UTF-8", "GDK_BACKEND": "x11"}
        await asyncio.to_thread(self._run, driver, f"--port={port}", env=around)
        self._http = ClientSession(f"http://127.0.0.1:{port}", timeout=ClientTimeout(2 * PATIENCE))
        await self._answers()
        session = await self.call("POST", "", capabilities={})
        self._session = f"/{session['sessionId']}"
        width, height = DESKTOP
        await self.call("POST", "/window/rect", x=0, y=0, width=width, height=height)

    def _screen(self, xvfb: str) -> str:
        """A screen that nobody sees; its name."""
        heard, told = os.pipe()
        width, height = DESKTOP
        screen = ["-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-displayfd", str(told)]
        with open(heard) as answer:
            self._run(xvfb, *screen, pass_fds=[told], stderr=subprocess.DEVNULL)
            os.close(told)
            if number := answer.readline().strip():
                return f":{number}"
        raise BrowserError("Xvfb did not start: is there room in /tmp/.X11-unix?")

    def _run(self, *command: str, **how: Any) -> None:
        """Start a program that ends when the window is closed."""
        self._started.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, **how))

    async def _answers(self) -> None:
        """Wait until the driver can be spoken to."""
        assert self._http is not None
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with self._http.get("/status"):
                        return
                except ClientConnectionError:
                    await asyncio.sleep(0.02)

    async def close(self) -> None:
        """End the browser, the driver and the screen."""
        if self._http is not None:
            if self._session:
                await self.call("DELETE", "")
            await self._http.close()
        for process in reversed(self._started):
            process.terminate()
            await asyncio.to_thread(process.wait)

    async def call(self, method: str, command: str, **body: object) -> Any:
        """One command of the session; what it answers."""
        assert self._http is not None
        wanted = body if method == "POST" else None
        async with self._http.request(method, f"/session{self._session}{command}", json=wanted) as answer:
            value = (await answer.json())["value"]
            if answer.status != 200:
                raise BrowserError(f"WebKit, {command or method}: {value['error']}: {value['message']}")
            return value

    async def open(self, address: str) -> None:
        await self.call("POST", "/url", url=address)

    async def act(self, actions: list[dict[str, str]]) -> None:
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        await self.call("POST", "/actions", actions=[keyboard])

    async def json_of(self, expression: str) -> str:
        return str(await self.call("POST", "/execute/sync", script=f"return {expression}", args=[]))

    async def screenshot(self) -> bytes:
        return base64.b64decode(await self.call("GET", "/screenshot"))


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])
