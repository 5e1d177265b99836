"""Players at the boards door: every turn that is possible is in what they hear."""

from tablehall_lab.sim.players.person import Json, WebPerson, decode


class BoardPlayer(WebPerson):
    """Joins a game that waits, or creates one."""

    door = "boards"

    def arrive(self) -> None:
        self.seated = False
        self.path = "/games" if self.chance.random() < 0.3 else "/"
        super().arrive()

    def hello(self) -> None:
        self.tell(type="LOGIN", username=self.name)
        self.tell(type="GET_OPEN_GAMES")
        self.later(30_000, self._ping)

    def _ping(self) -> None:
        if not self.home and self.wire is not None:
            if self.world.timeline.now > self.bored_at:
                self.go_home()
            else:
                self.tell(type="PING")
                self.later(30_000, self._ping)

    def hear(self, message: bytes) -> None:
        if message.startswith(b'{"type":"SET_OPEN_GAMES"'):
            self._open_games(decode(message))
        elif message.startswith(b'{"type":"SET_GAME_STATE"'):
            self._state(decode(message))
        elif message.startswith(b'{"type":"GAME_END"'):
            self.seated = False
            if not self.played():
                self.tell(type="GET_OPEN_GAMES")
        elif message.startswith(b'{"type":"GAME_INIT"'):
            self.seated, self.tries = True, 0
        elif message.startswith(b'{"type":"JOIN_GAME_FAILED"'):
            self.seated = False
        elif message.startswith(b'{"type":"LOGIN_ERROR"'):
            self.later(2_000, self._log_in_again)

    def _log_in_again(self) -> None:
        if not self.home and self.wire is not None:
            self.tell(type="LOGIN", username=self.name)

    def _open_games(self, heard: Json) -> None:
        hall = self.hall()
        if self.seated or hall is None:
            return
        self.seated = True
        title = hall.games[self.game].title
        found = [game["id"] for game in heard["openGames"] if game["name"] == title]
        if found:
            self.tell(type="JOIN_GAME", gameId=found[0])
        else:
            self.tell(type="CREATE_GAME", gameName=title, pugName="come in")

    def _state(self, heard: Json) -> None:
        turns = [(p["id"], spot) for p in heard["user_pool"] for spot in heard["valid_placements"]]
        turns += [(e["pieceId"], spot) for e in heard["valid_movements"] for spot in e["moves"]]
        if turns and heard["turn"] == self.name:
            piece, spot = self.chance.choice(turns)
            self.think(self._turn, piece, spot)

    def _turn(self, piece: int, spot: Json) -> None:
        if self.chance.random() < 0.01:
            self.tell(type="TURN", pieceId=piece + 50, r=0, c=99)
        self.tell(type="TURN", pieceId=piece, **spot)
