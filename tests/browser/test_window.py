"""Windows of other browsers: how keys are written, and what is said where a browser is missing."""

import pytest

from tests.browser.bidi import Firefox
from tests.browser.webdriver import WebKit
from tests.browser.window import BrowserError, Window, strokes


@pytest.mark.parametrize("kind", [Firefox, WebKit])
async def test_a_missing_browser_fails_and_says_what_helps(
    kind: type[Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(BrowserError, match="not found: apt install firefox-esr webkit2gtk-driver xvfb"):
        await kind().__aenter__()


@pytest.mark.parametrize(
    ("key", "down", "up"), [("a", "a", "a"), ("+", "+", "+"), ("Shift+Tab", "\ue008\ue004", "\ue004\ue008")]
)
def test_keys_that_are_held_go_down_first_and_come_up_last(key: str, down: str, up: str) -> None:
    assert strokes(key) == [
        *({"type": "keyDown", "value": value} for value in down),
        *({"type": "keyUp", "value": value} for value in up),
    ]
