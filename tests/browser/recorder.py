"""Hears all that pages do and complain about: a test fails on what it did not say it expects."""

from dataclasses import dataclass, field

from playwright.async_api import BrowserContext, ConsoleMessage, Dialog, Page, Request, WebError, WebSocket

TELL_VIOLATIONS = (
    "addEventListener('securitypolicyviolation', (event) =>"
    " console.error(`content security policy: ${event.effectiveDirective} ${event.blockedURI}`), true);"
)
"""A violation without a console error of its own is one all the same."""
WITHIN = ("data:", "blob:", "about:")
"""Addresses that lead nowhere."""
COMPLAINTS = frozenset({"error", "assert", "warning"})


@dataclass
class Recorder:
    """What the pages of one test asked for, and what went wrong in them."""

    origin: str
    requests: list[str] = field(default_factory=list)
    """Each as `GET /v1/me`; the whole address when it is not our own."""
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    async def attend(self, context: BrowserContext) -> None:
        """Hears every page of this context, also those that are opened later."""
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("page", self._page)
        context.on("dialog", self._dialog)
        await context.add_init_script(TELL_VIOLATIONS)

    def expects(self, *phrases: str) -> None:
        """The test itself brings about a complaint with these words in it."""
        self.expected.extend(phrases)

    @property
    def faults(self) -> list[str]:
        """What nobody expected."""
        away = [f"left the origin: {asked}" for asked in self.requests if " /" not in asked]
        return [fault for fault in (*away, *self.complaints) if not any(words in fault for words in self.expected)]

    def asked(self, method: str, path: str) -> int:
        """How often the pages asked for this, whatever the query."""
        return sum(asked.partition("?")[0] == f"{method} {path}" for asked in self.requests)

    def _request(self, request: Request) -> None:
        self._address(request.method, request.url)

    def _page(self, page: Page) -> None:
        page.on("websocket", self._socket)

    def _socket(self, socket: WebSocket) -> None:
        self._address("WS", socket.url.replace("ws", "http", 1))

    def _address(self, method: str, url: str) -> None:
        if not url.startswith(WITHIN):
            self.requests.append(f"{method} {url.removeprefix(self.origin) if self._is_ours(url) else url}")

    def _is_ours(self, url: str) -> bool:
        return url.startswith(f"{self.origin}/")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in COMPLAINTS:
            self.complaints.append(f"console {message.type}: {message.text} ({message.location['url']})")

    async def _dialog(self, dialog: Dialog) -> None:
        self.complaints.append(f"{dialog.type}: {dialog.message}")
        await dialog.dismiss()

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"page error: {error.error}")
