"""Who plays in front of which door, by the names that the page gives the doors."""

from collections.abc import Mapping

from tests.presence.boards import BoardsParty, BoredParty
from tests.presence.contest import ContestParty, MaexchenParty
from tests.presence.eriantys import EriantysParty
from tests.presence.house import HouseParty, MiaParty, SlowHouseParty
from tests.presence.people import Party
from tests.presence.pipes import DraughtsParty, PipesParty
from tests.presence.shelfie import AuthorsShelfieParty, ShelfieParty

PARTIES: Mapping[str, type[Party]] = {
    "house live": HouseParty,
    "house slow": SlowHouseParty,
    "house mia": MiaParty,
    "boards document": BoardsParty,
    "boards original": BoredParty,
    "pipes document": PipesParty,
    "pipes original": DraughtsParty,
    "shelfie document": ShelfieParty,
    "shelfie original": AuthorsShelfieParty,
    "eriantys": EriantysParty,
    "mia document": ContestParty,
    "mia maexchen": MaexchenParty,
}
