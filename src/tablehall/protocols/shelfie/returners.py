"""Who may come back in one breath: the authors' client says HelloCommand and then its id, without
waiting, and takes whatever id a Hello offers it for its own from then on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablehall.protocols.shelfie import ShelfieDoor


class Returners:
    """The seated players of that client. While there are any, a first Hello is not answered at once."""

    def __init__(self, door: "ShelfieDoor") -> None:
        self.door = door
        people, speaks = door.hall.people.by_id.values(), door.dialect_of
        self._seated = [person.id for person in people if speaks(person).return_is_a_join]

    def add(self, person: int) -> None:
        self._seated.append(person)

    def any(self) -> bool:
        """Whether there are some; those whose game is over are forgotten."""
        lobby, by_id = self.door.lobby, self.door.hall.people.by_id
        while self._seated:
            if lobby.table_of(by_id.get(self._seated[-1])) is not None:
                return True
            self._seated.pop()
        return False
