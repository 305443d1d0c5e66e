"""The pages of a club night: the room page at / and the director's page at /director."""

from mingg_club.web.serving import serve

__all__ = ["serve"]
