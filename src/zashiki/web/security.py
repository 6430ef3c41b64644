"""Security of all responses: headers, same-origin checks and a limit for request bodies."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zashiki.web.requests.networks import answers_to

MAX_BODY: Final = 1_000_000
SAFE: Final = ("GET", "HEAD", "OPTIONS")
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class BodyTooLarge(Exception):
    """The request body is larger than MAX_BODY."""


class SecurityMiddleware:
    """Answers a refused request with `refuse`, which finds the status (403, 413 or 421) in `scope["refused"]`."""

    def __init__(self, app: ASGIApp, refuse: ASGIApp, allowed_hosts: frozenset[str]) -> None:
        self.app = app
        self.refuse = refuse
        self.allowed_hosts = allowed_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not (self._meant(scope) and same_origin(scope)):
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sending = _with_headers(send, secure=scope["scheme"] == "https")
        if not self._meant(scope):
            await self.refuse({**scope, "refused": 421}, receive, sending)
            return
        if scope["method"] not in SAFE and not same_origin(scope):
            await self.refuse({**scope, "refused": 403}, receive, sending)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length) > MAX_BODY:
            await self.refuse({**scope, "refused": 413}, receive, sending)
            return
        try:
            await self.app(scope, _limited(receive), sending)
        except BodyTooLarge:
            await self.refuse({**scope, "refused": 413}, receive, sending)

    def _meant(self, scope: Scope) -> bool:
        return answers_to(Headers(scope=scope).get("host", ""), self.allowed_hosts)


def same_origin(scope: Scope) -> bool:
    """Whether this came from one of our own pages; a client that sends neither header is not a browser."""
    headers = Headers(scope=scope)
    origin, host = headers.get("origin"), headers.get("host")
    if origin is not None:
        return origin in (f"http://{host}", f"https://{host}")
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def _limited(receive: Receive) -> Receive:
    received = 0

    async def limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MAX_BODY:
            raise BodyTooLarge
        return message

    return limited


def _with_headers(send: Send, secure: bool) -> Send:
    """`secure`: this came by HTTPS, so cookies are for HTTPS alone from now on."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if secure:
                message["headers"] = [_only_by_https(header) for header in message["headers"]]
        await send(message)

    return sending


def _only_by_https(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    name, value = header
    if name != b"set-cookie" or b"; secure" in value.lower():
        return header
    return name, value + b"; Secure"
