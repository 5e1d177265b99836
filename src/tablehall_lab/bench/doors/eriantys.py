"""Players of Eriantys, two at a table, without experts.

An assistant, a student, mother nature and a cloud are a move each. Most of what is told and acknowledged is
no move but what follows from one.
"""

from typing import Any

import msgspec

from tablehall_lab.bench.load import Table
from tablehall_lab.bench.players import Player

NAMES = (b"ann", b"ben")
MOVED = (
    b"AssistantUsed",
    b"StudentToIslandMoved",
    b"StudentToDiningRoomMoved",
    b"MotherNatureMoved",
    b"StudentsTakenFromCloud",
)
"""What is told of a move: exactly one of these."""
QUIET = (b"GameEntered", b"StudentToDiningRoomMoved")
"""Not to be acknowledged."""
ASSISTANTS = ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10), (2, 1, 4, 3, 6, 5, 8, 7, 10, 9))
"""In which order each of them plays theirs: never the same in one round."""
STUDENTS = 3
"""So many are moved in a turn."""
SEATS = 10
"""So many students of one colour have room at a table of the dining room."""
ACK, EXIT, NEXT_PHASE = (
    b'{"message":"Acknowledgment"}\n',
    b'{"message":"Exit"}\n',
    b'{"message":"NextPhase"}\n',
)
CREATE = b'{"message":"CreateNewGame","arguments":{"numOfPlayers":2,"wantExpert":false}}\n'
ENTER = b'{"message":"EnterGame","arguments":{"gameId":"%s","nickname":"%s"}}\n'
CHOOSE = tuple(
    b'{"message":"SetTower","arguments":{"Tower":"%s"}}\n'
    b'{"message":"SetWizard","arguments":{"wizard":"%s"}}\n%s' % (tower, wizard, NEXT_PHASE)
    for tower, wizard in ((b"BLACK", b"W1"), (b"WHITE", b"W2"))
)


class Eriantys(Table):
    """Whole games, a new one for each."""

    kind = Player

    def begin(self) -> None:
        self.playing, self.entered = False, 0
        self.players[0].send(CREATE)

    def heard(self, side: int, message: bytes) -> None:
        name = message[12 : message.find(b'"', 12)]
        if name.endswith(b"Error"):
            if self.playing:
                raise self.surprised(message)
            return  # to a move that was on its way when the game ended
        if name not in QUIET:
            self.players[side].send(ACK)
        if name in MOVED:
            if self.told(side):
                self.moved()
        elif not side:
            self.follow(name, message)

    def follow(self, name: bytes, message: bytes) -> None:
        """What the first of them hears is enough to know the game."""
        if name == b"CurrentPlayerChanged":
            self.turn(message)
        elif name == b"CloudFilled":
            arguments = msgspec.json.decode(message)["arguments"]
            self.clouds[arguments["CloudID"]] = arguments["Students"]
        elif name == b"IslandsUnified":
            self.islands.remove(msgspec.json.decode(message)["arguments"]["IslandID2"])
        elif name == b"GameStarted":
            self.started(msgspec.json.decode(message)["arguments"])
        elif name == b"Winner":
            self.load.games += 1
            if self in self.load.queue:  # with a move that was not due yet
                self.load.queue.remove(self)
            for player in self.players:
                player.send(EXIT)
            self.begin()
        elif name == b"GameCreated":
            game = message.partition(b'"gameId":"')[2].partition(b'"')[0]
            for player, nickname in zip(self.players, NAMES, strict=True):
                player.send(ENTER % (game, nickname))
        elif name == b"PlayersChanged":
            self.entered += 1
            if self.entered == 2:
                self.players[0].send(NEXT_PHASE)

    def started(self, arguments: dict[str, Any]) -> None:
        """The table as it is dealt."""
        self.playing = True
        self.islands = list(range(12))
        self.clouds: list[dict[str, int]] = [cloud["students"] for cloud in arguments["table"]["clouds"]]
        self.entrances: list[dict[str, int]] = [player["entrance"] for player in arguments["players"]]
        self.seated: list[dict[str, int]] = [{}, {}]
        self.used = [0, 0]

    def turn(self, message: bytes) -> None:
        """Somebody's turn begins: to choose a tower and a wizard, to plan, or to act."""
        self.mover = side = int(b'"ben"' in message)
        self.students = 0
        if b"CHOOSING" in message:
            self.players[side].send(CHOOSE[side])
            return
        self.step = self.plan if b"PLANNING" in message else self.move_student
        self.go()

    def moved(self) -> None:
        """Both have heard of a move: what comes next in the same turn, if anything does."""
        if self.step == self.move_student:
            self.students += 1
            if self.students == STUDENTS:
                self.step = self.move_mother_nature
        elif self.step == self.move_mother_nature:
            self.step = self.take_cloud
        else:
            return
        self.go()

    def move(self) -> None:
        self.players[self.mover].send(self.step())

    def plan(self) -> bytes:
        """The next assistant."""
        side = self.mover
        assistant = ASSISTANTS[side][self.used[side]]
        self.used[side] += 1
        return b'{"message":"UseAssistant","arguments":{"Assistant":%d}}\n' % assistant

    def move_student(self) -> bytes:
        """Two into the dining room, one to an island."""
        entrance, seated = self.entrances[self.mover], self.seated[self.mover]
        colour = next(colour for colour, count in entrance.items() if count)
        entrance[colour] -= 1
        if self.students < STUDENTS - 1 and seated.get(colour, 0) < SEATS:
            seated[colour] = seated.get(colour, 0) + 1
            move = b'{"message":"MoveStudentsToDiningRoom","arguments":{"Student":"%s"}}\n'
            return move % colour.encode()
        move = b'{"message":"MoveStudentsToIsland","arguments":{"Student":"%s","IslandID":%d}}\n'
        return move % (colour.encode(), self.islands[0])

    def move_mother_nature(self) -> bytes:
        """One island further: every assistant lets her."""
        return b'{"message":"MoveMotherNature","arguments":{"Positions":1}}\n'

    def take_cloud(self) -> bytes:
        """The first one that is left."""
        cloud = next(number for number, students in enumerate(self.clouds) if any(students.values()))
        entrance = self.entrances[self.mover]
        for colour, count in self.clouds[cloud].items():
            entrance[colour] += count
        self.clouds[cloud] = {}
        return b'{"message":"TakeStudentsFromCloud","arguments":{"CloudID":%d}}\n' % cloud
