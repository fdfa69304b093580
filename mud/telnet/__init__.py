"""The wire: plain telnet and every MUD client in use, each getting the best it can show. No game in here."""

from mud.telnet.errors import CannotListen, PortTaken
from mud.telnet.limits import Limits
from mud.telnet.listening import listen
from mud.telnet.notices import Notices
from mud.telnet.server import TelnetServer

__all__ = ["CannotListen", "Limits", "Notices", "PortTaken", "TelnetServer", "listen"]
