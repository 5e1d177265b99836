"""What can go wrong for a guest, each with a sentence for people."""

from tablehall.protocols.house import replies


class ClientError(Exception):
    """Anything below."""


class NobodyThereError(ClientError):
    """No hall answers at that address."""


class RefusedError(ClientError):
    """The hall said no, and nothing has changed."""

    def __init__(self, no: replies.Refused) -> None:
        super().__init__(no.sentence)
        self.reason = no.reason
        """A word of the house door's list of refusals."""
        self.sentence = no.sentence
        self.detail = no.detail


class ConnectionLostError(ClientError):
    """The connection broke before the answer came: the request may have been granted or not."""

    def __init__(self) -> None:
        super().__init__("The connection was lost before the hall could answer.")


class ShownOutError(ClientError):
    """This guest is no longer in the hall and will not come back by themselves."""

    SENTENCES = {  # noqa: RUF012 (a constant)
        "elsewhere": "You came in through too many other connections.",
        "kicked": "You were shown out.",
        "left": "You have left the hall.",
    }

    def __init__(self, why: str) -> None:
        super().__init__(self.SENTENCES.get(why, why))
        self.why = why
