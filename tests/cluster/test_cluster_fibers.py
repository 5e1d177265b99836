"""Conversations that wait for another node, and those that do not."""

from typing import Any

from tablehall.cluster import fibers


class Speaker:
    """Somebody whose session may have to wait; writes down what comes of it."""

    def __init__(self) -> None:
        self.story: list[Any] = []

    def waits(self) -> None:
        self.story.append("waits")

    def goes_on(self) -> None:
        self.story.append("goes on")

    def failed(self, doing: str, *, logged: bool = False) -> None:
        self.story.append(f"failed {doing}" + (" (nobody answers)" if logged else ""))


def test_only_the_conversation_that_asks_waits() -> None:
    ann, ben = Speaker(), Speaker()
    suspended: list[Any] = []

    def asks_twice() -> None:
        for _ in range(2):
            suspended.append(fibers.current())
            ann.story.append(fibers.suspend())

    fibers.run(ann, "asking", asks_twice, ())
    fibers.run(ben, "talking", ben.story.append, ("talks",))
    assert (ann.story, ben.story) == (["waits"], ["talks"])
    fibers.resume(suspended[0], "first answer")
    fibers.resume(suspended[1], "second answer")
    assert ann.story == ["waits", "first answer", "second answer", "goes on"]


def test_what_fails_harms_nobody_else() -> None:
    ann = Speaker()

    def fails() -> None:
        raise ValueError("a bug")

    def finds_nobody() -> None:
        raise fibers.Unreachable("gone")

    fibers.run(ann, "one thing", fails, ())
    fibers.run(ann, "another", finds_nobody, ())
    fibers.run(ann, "a third", ann.story.append, ("goes well",))
    assert ann.story == ["failed one thing", "failed another (nobody answers)", "goes well"]


def test_a_conversation_may_begin_within_another_one() -> None:
    ann, ben = Speaker(), Speaker()
    suspended: list[Any] = []

    def ben_asks() -> None:
        suspended.append(fibers.current())
        ben.story.append(fibers.suspend())

    def ann_tells_ben() -> None:
        fibers.run(ben, "asking", ben_asks, ())
        ann.story.append("done")

    fibers.run(ann, "telling", ann_tells_ben, ())
    assert (ann.story, ben.story) == (["done"], ["waits"])
    fibers.run(ann, "talking", ann.story.append, ("talks",))
    fibers.resume(suspended[0], "answer")
    assert (ann.story, ben.story) == (["done", "talks"], ["waits", "answer", "goes on"])


def test_the_loop_itself_cannot_wait() -> None:
    assert fibers.current() is None
