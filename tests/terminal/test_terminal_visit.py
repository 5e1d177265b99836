"""Coming in: under which name, with which secret, to which table."""

import getpass
from pathlib import Path

import pytest

from tablehall.client import Guest, NobodyThereError, RefusedError
from tablehall.terminal import visit as visits
from tablehall.terminal.kept import Kept
from tablehall.terminal.visit import Errand, visit
from tests.client.guests import a_name, guest, house
from tests.conftest import NewHall, RunningHall

URL = "ws://hall.example:8080/ws"


@pytest.fixture(autouse=True)
def no_old_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_a_secret_is_kept_for_its_name_and_its_hall() -> None:
    first = Kept(URL, "anna/../bob")
    first.keep("s3cret")
    first.close()
    again, other = Kept(URL, "anna/../bob"), Kept("ws://elsewhere:8080/ws", "anna/../bob")
    assert (again.secret, other.secret) == ("s3cret", "")
    again.close()
    other.close()


def test_a_secret_is_for_its_owner_only(tmp_path: Path) -> None:
    kept = Kept(URL, "anna")
    kept.keep("s3cret")
    kept.close()
    (file,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert file.stat().st_mode & 0o077 == 0


def test_a_name_in_use_in_another_terminal_is_not_taken_over() -> None:
    first = Kept(URL, "anna")
    second = Kept(URL, "anna")
    assert (first.in_use, second.in_use) == (False, True)
    first.keep("s3cret")
    assert Kept(URL, "anna").secret == "s3cret"
    first.close()
    third = Kept(URL, "anna")
    assert not third.in_use
    third.close()


def test_where_nothing_can_be_kept_one_still_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    kept = Kept(URL, "anna")
    kept.keep("s3cret")
    assert (kept.secret, kept.in_use) == ("", False)
    kept.close()


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ("anna", "anna"),
        ("anna of the lake side", "anna of the la"),
        ("root", "guest"),
        ("Administrator", "guest"),
        ("a\tb", "guest"),
        ("", "guest"),
    ],
)
def test_who_says_no_name_is_called_as_on_their_machine_unless_the_house_is(
    monkeypatch: pytest.MonkeyPatch, user: str, name: str
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: user)
    assert visits.login() == name


async def test_a_second_terminal_gets_a_name_of_its_own(
    hall: RunningHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = a_name("me")
    monkeypatch.setattr(visits, "login", lambda: name)
    async with visit(Errand(host=house(hall))) as one, visit(Errand(host=house(hall))) as two:
        assert (one.guest.name, two.guest.name) == (name, f"{name}-2")
        await two.guest.bye()
    async with visit(Errand(host=house(hall))) as back:
        assert back.guest.person == one.guest.person
        await back.guest.bye()


async def test_a_second_terminal_under_the_same_name_is_the_same_person(hall: RunningHall) -> None:
    wish = Errand(host=house(hall), name=a_name("anna"))
    async with visit(wish) as one, visit(wish) as two:
        assert one.guest.person == two.guest.person
        table = await one.guest.open("tictactoe", private=True)
        assert (await two.guest.called()).number == table.number
        assert one.guest.connected
        await two.guest.bye()


async def test_a_code_makes_this_device_one_of_somebodys_own(hall: RunningHall) -> None:
    where = house(hall)
    async with guest(hall, "anna") as anna:
        given = await anna.pair()
        async with visit(Errand(host=where, device=given.code)) as here:
            assert here.guest.name == anna.name
        async with visit(Errand(host=where, name=anna.name)) as again:
            assert again.guest.person == anna.person
        with pytest.raises(RefusedError, match="wrong or too old"):
            async with visit(Errand(host=where, device=given.code)):
                pass


async def test_a_code_is_of_no_use_in_a_hall_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "DEFAULT", "127.0.0.1:1")
    with pytest.raises(NobodyThereError):
        async with visit(Errand(device="ABCDEFGH")):
            pass


async def test_a_name_that_was_wished_for_is_not_changed(hall: RunningHall) -> None:
    async with guest(hall, "anna") as anna:
        with pytest.raises(RefusedError, match="Somebody else has that name"):
            async with visit(Errand(host=house(hall), name=anna.name)):
                pass


async def test_whoever_plays_a_game_sits_down_where_somebody_waits(new_hall: NewHall) -> None:
    where = house(new_hall())
    async with visit(Errand(host=where, name="anna", game="Dáma")) as first:
        annas = await first.table()
        async with visit(Errand(host=where, name="bob", game="dama")) as second:
            bobs = await second.table()
            assert annas is not None
            assert bobs is not None
            assert (annas.number, annas.you) == (bobs.number, 0)
            assert (bobs.you, bobs.status) == (1, "playing")


async def test_where_the_host_is_away_one_sits_down_last(new_hall: NewHall) -> None:
    hall = new_hall()
    async with Guest(house(hall), name="gone") as gone:
        await gone.open("tictactoe")
    async with guest(hall, "bob") as bob:
        bobs = await bob.open("tictactoe")
        async with visit(Errand(host=house(hall), name="anna", game="tictactoe")) as here:
            table = await here.table()
            assert table is not None
            assert table.number == bobs.number


async def test_nobody_looks_on_in_a_hall_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "DEFAULT", "127.0.0.1:1")
    with pytest.raises(NobodyThereError):
        async with visit(Errand(watch=True)):
            pass
