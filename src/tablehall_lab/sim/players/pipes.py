"""Players of dáma at the pipes doors."""

from tablehall_lab.sim.players.person import Person


class PipesPlayer(Person):
    """Joins the game that waits longest, or creates one."""

    door = "pipes"
    number = b"0"
    original = False

    def greet(self) -> None:
        self.number = b"0"
        self.original = self.chance.random() < 0.3 if not self.tries else self.original
        if self.original:
            self.ask(b"PING")
        self.ask(b"CONNECT", self.name.encode())

    def ask(self, *words: bytes) -> None:
        """Ask for something under one's number."""
        self.say(b"|".join((self.number, *words)))

    def hear(self, message: bytes) -> None:
        code, *fields = message.split(b"|")
        if code in (b"200", b"201"):
            self.number, self.tries = fields[0], 0
            self.ask(b"GET_GAMES" if code == b"200" else b"GET_GAME_STATE")
        elif code == b"203":
            others = [nick for nick in fields if nick != self.name.encode()]
            if others:
                self.ask(b"JOIN_GAME", others[0])
            else:
                self.ask(b"CREATE_GAME")
        elif code in (b"206", b"207", b"208", b"295"):
            self.think(self._turn)
        elif code == b"270":
            self.ask(b"GET_GAME_STATE")
        elif code in (b"205", b"210", b"280"):
            if not self.played():
                self.ask(b"GET_GAMES")
        elif code in (b"412", b"414", b"402"):
            self.later(1_000, self._look)
        elif code in (b"204", b"290"):
            self.later(120_000, self._patience)

    def _look(self) -> None:
        if not self.home and self.wire is not None:
            self.ask(b"GET_GAMES")

    def _patience(self) -> None:
        if not self.home and self.world.timeline.now > self.bored_at:
            self.ask(b"EXIT_GAME")
            self.ask(b"LOGOUT")
            self.go_home()
        elif not self.home:
            self.later(120_000, self._patience)

    def _turn(self) -> None:
        found = self.table_of(self.name)
        move = self.choose(*found) if found else None
        if move is not None:
            if self.chance.random() < 0.01:
                self.ask(b"TURN", b"9,9", b"0,-1")
            self.ask(b"TURN", b"%d,%d" % (move.c, move.r), b"%d,%d" % (move.to_c, move.to_r))
            self.later(5_000, self.think, self._turn)


class OldPipesPlayer(PipesPlayer):
    """One with a client that does not ping."""

    door = "pipes_original"

    def greet(self) -> None:
        self.number = b"0"
        self.ask(b"CONNECT", self.name.encode())
