"""Addresses: redirects, the numbers in them, and the way back to the page that a form was sent from."""

from __future__ import annotations

from typing import Final

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import RedirectResponse

LONGEST_NUMBER: Final = 9


def see_other(address: str) -> RedirectResponse:
    return RedirectResponse(address, 303)


def table_address(table_id: str, seat: int | None = None) -> str:
    return f"/t/{table_id}" + ("" if seat is None else f"?as={seat}")


def tree_address(tree_id: str, node: int = 0) -> str:
    """A node of a tree of variations; 0 is the moment of the game where it begins."""
    return f"/v/{tree_id}/{node}"


def current_address(request: Request) -> str:
    """The address of this page, for forms that come back to it; "/" for the answer to a form."""
    if request.method != "GET":
        return "/"
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def own_path(address: str) -> str:
    """The address if it is one of this server, else "/": a form may not redirect to another site."""
    own = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if own else "/"


def number_of(text: str) -> int | None:
    """A whole number of at most nine digits; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None


class Number(Convertor[int]):
    """A number in a path, as `{name:number}`; a path with a longer one is not found."""

    regex = f"[0-9]{{1,{LONGEST_NUMBER}}}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", Number())
