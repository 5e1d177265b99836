"""Why no hall answers at an address, in words: the same for every wire."""

import socket
import ssl

from tablehall.client.address import shown
from tablehall.client.errors import ConnectionLostError, NobodyThereError

NO_ADDRESS = (OSError, UnicodeError)
"""What comes of an address that leads nowhere; no machine can have a name that cannot be encoded."""


def nobody_at(url: str, error: Exception) -> NobodyThereError:
    """No hall answers there: the sentence that says why."""
    return NobodyThereError(f"No hall answers at {shown(url)} ({_why(error)}).")


def _why(error: Exception) -> str:
    match error:
        case socket.gaierror() | UnicodeError():
            return "no machine has that name"
        case ConnectionRefusedError():
            return "nothing is open on that port"
        case TimeoutError():
            return "it takes too long"
        case ConnectionLostError() | ConnectionError():  # somebody was there, and hung up
            return "something else is there; the house door has the address of the page"
        case ssl.SSLCertVerificationError():
            return f"its certificate is not to be trusted: {error.verify_message}"
        case ssl.SSLError():
            return "no secure connection can be made with it; a hall without TLS has an http:// address"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
