"""The doors: HTTP, server-sent events, WebSocket, the page and the terminal. Holds no state that matters."""
