"""The pages of a club night: the room page at / and the director's page at /director."""

from mingg_host.club.web.serving import NoPort, listen, serve

__all__ = ["NoPort", "listen", "serve"]
