"""What is heard, without hearing it: how each sound is made up, and when sounds are made."""

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
from playwright.async_api import expect

from tests.browser.conftest import PAGE

if TYPE_CHECKING:
    from tests.browser.conftest import Meet
    from tests.browser.visitor import Visitor

SOUNDS = ["move", "capture", "check", "dice", "turn", "low", "won", "lost", "drawn"]
RATE = 44_100
APART = 100
"""Milliseconds after which the same sound is made again: of two that come together one is enough."""
LONGEST = 1.2
MADE = """async ([synth, kind, rate]) => {
  const { make } = await import(`/assets/${synth}`);
  const audio = new OfflineAudioContext(1, 2 * rate, rate);
  make(kind, audio, 0);
  return [...(await audio.startRendering()).getChannelData(0)];
}"""
COUNTED = """() => {
  const real = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, "destination");
  window.heard = 0; // a sound is led to the loudspeaker once
  const count = { ...real, get() { window.heard += 1; return real.get.call(this); } };
  Object.defineProperty(BaseAudioContext.prototype, "destination", count);
  window.contexts = 0;
  window.AudioContext = class extends AudioContext { constructor() { super(); window.contexts += 1; } };
  window.hide = () => Object.defineProperty(document, "hidden", { get: () => true });
}"""


def pitch(samples: Any) -> float:
    """Where the middle of its power lies (Hz): the spectral centroid."""
    power = np.abs(np.fft.rfft(samples)) ** 2
    return float((np.fft.rfftfreq(len(samples), 1 / RATE) * power).sum() / power.sum())


async def all_sounds(visitor: "Visitor") -> dict[str, Any]:
    [synth] = PAGE.parent.glob("assets/synth-*.js")
    await visitor.visit()
    return {kind: np.array(await visitor.page.evaluate(MADE, [synth.name, kind, RATE])) for kind in SOUNDS}


async def test_every_sound_is_heard_and_short_and_not_too_loud(meet: "Meet") -> None:
    for kind, samples in (await all_sounds(await meet("anna"))).items():
        assert 0.1 < np.abs(samples).max() < 0.7, kind
        audible = np.flatnonzero(np.abs(samples) > 0.001)
        assert audible[0] < 0.02 * RATE, kind
        assert audible[-1] < LONGEST * RATE, kind
        assert np.abs(samples[audible[-1] :]).max() <= np.abs(samples).max() / 50, kind  # no click at its end


async def test_no_sound_is_like_another(meet: "Meet") -> None:
    sounds = await all_sounds(await meet("anna"))
    middle = {kind: pitch(samples) for kind, samples in sounds.items()}
    for one, other in itertools.combinations(SOUNDS, 2):
        low, high = sorted((middle[one], middle[other]))
        assert high > 1.08 * low, (one, other, middle)
    assert middle["capture"] < middle["move"] / 2  # deeper


def has_note(samples: Any, note: float) -> bool:
    """Whether this pitch stands out from its neighbours, a half tone above and below."""
    power = np.abs(np.fft.rfft(samples))
    at = [
        power[round(2 * pitch) - 2 : round(2 * pitch) + 3].max() for pitch in (note, note / 1.06, note * 1.06)
    ]
    return bool(at[0] > 2 * max(at[1:]))


async def test_an_end_is_a_chord_major_if_won_minor_if_lost_and_else_neither(meet: "Meet") -> None:
    sounds = await all_sounds(await meet("anna"))
    root = {"won": 587, "lost": 220, "drawn": 392}
    thirds = {kind: [has_note(sounds[kind], root[kind] * 2 ** (n / 12)) for n in (3, 4)] for kind in root}
    assert thirds == {"won": [False, True], "lost": [True, False], "drawn": [False, False]}
    assert all(has_note(sounds[kind], root[kind] * 2 ** (7 / 12)) for kind in root)


async def heard(visitor: "Visitor", times: int) -> None:
    await visitor.page.wait_for_function("(times) => heard === times", arg=times)


async def test_nothing_is_heard_before_the_first_touch_and_only_our_turn_if_nobody_looks(
    meet: "Meet",
) -> None:
    anna, bob = await meet("anna"), await meet("bob")
    await anna.page.add_init_script(f"({COUNTED})()")
    await bob.join(await anna.open_table("connect_four"))
    await anna.begins()
    await heard(anna, 1)
    await anna.page.reload()
    await anna.turn_comes()
    await anna.page.wait_for_function("() => contexts")  # sounds could be made
    assert await anna.page.evaluate("heard") == 0
    await anna.move("d1")
    await heard(anna, 1)
    assert await anna.page.evaluate("contexts") == 1
    await anna.page.evaluate("hide()")
    await bob.move("d1")
    await heard(anna, 2)
    await anna.move("e1")  # not heard either
    await bob.move("e1")
    await heard(anna, 3)


async def test_a_quick_answer_at_the_table_we_look_at_is_heard_as_a_move_only(meet: "Meet") -> None:
    anna, bob = await meet("anna"), await meet("bob")
    for visitor in (anna, bob):
        await visitor.page.add_init_script(f"({COUNTED})(); Date.now = () => 1_800_000_000_000")
    await bob.join(await anna.open_table("connect_four"))
    await anna.begins()
    await heard(anna, 1)
    for times in (2, 4, 6):
        await anna.page.wait_for_timeout(APART)
        await anna.move("d1")
        await heard(anna, times)
        await anna.page.wait_for_timeout(APART)
        await bob.move("d1")
        await heard(anna, times + 1)


async def test_one_switch_for_all_sounds_is_remembered(meet: "Meet") -> None:
    anna = await meet("anna")
    await anna.page.add_init_script(f"({COUNTED})()")
    await anna.visit()
    await anna.page.locator(".menu summary").click()
    switch = anna.page.get_by_label("Sound")
    await expect(switch).to_be_checked()
    await switch.uncheck()
    await anna.page.reload()
    await anna.page.locator(".menu summary").click()
    await expect(switch).not_to_be_checked()
    assert await anna.page.evaluate("[contexts, heard]") == [0, 0]
    await switch.check()
    await heard(anna, 1)
    await anna.page.reload()
    await anna.page.locator(".menu summary").click()
    await expect(switch).to_be_checked()


async def test_the_same_sound_is_not_made_twice_at_once(meet: "Meet") -> None:
    anna = await meet("anna")
    await anna.page.add_init_script(f"({COUNTED})()")
    await anna.visit()
    await anna.page.locator(".menu summary").click()
    switch = anna.page.get_by_label("Sound")
    await switch.evaluate(
        "(box) => { for (let n = 0; n < 6; n += 1) box.click(); }"
    )  # off and on, three times
    await heard(anna, 1)
    await switch.evaluate(
        "(box) => new Promise((done) => setTimeout(() => done(box.click(), box.click()), 80))"
    )
    await heard(anna, 2)
