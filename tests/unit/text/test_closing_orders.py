"""What asks to end a conversation, and what does not: the whole line says so, or none of it."""

import pytest

from shared.text.closing_orders import orders_closing
from shared.text.courtesy import is_mere_courtesy

pytestmark = pytest.mark.row("C2")


@pytest.mark.parametrize(
    "line",
    [
        *("let's wrap up", "That's all for now, thanks!", "ok, I'm done here, thank you", "let\u2019s call it a day"),
        *("Lass uns f\u00fcr heute Schluss machen", "Das war's f\u00fcr heute", "Beende dieses Gespr\u00e4ch"),
        *("Can we please end this conversation?", "Beende bitte dieses Gespr\u00e4ch", "Lass uns bitte Schluss machen"),
        *("Podemos, por favor, terminar aqu\u00ed", "Can you close this conversation, please?"),
        *("Eso es todo por hoy", "Terminemos aqu\u00ed por hoy", "vamos a cerrar esta conversaci\u00f3n"),
    ],
)
def test_so_a_conversation_is_closed(line: str) -> None:
    assert orders_closing(line)


@pytest.mark.parametrize(
    "line",
    [
        *("bye", "good night", "that's it", "I'm done with my homework", "I want to end my life", "close the window"),
        *(
            "das war's",
            "beende bitte den Film",
            "bitte",
            "wir sind fertig mit dem Umzug",
            "eso es todo lo que s\u00e9",
            "can we close the account?",
        ),
        "my boss said: that's all for today",
    ],
)
def test_so_it_is_not(line: str) -> None:
    assert not orders_closing(line)


@pytest.mark.parametrize(
    "line", ["thanks", "ok bye", "danke dir, gute Nacht", "gracias, hasta luego", "hello there!", "hello again"]
)
def test_courtesy_says_nothing(line: str) -> None:
    assert is_mere_courtesy(line)


@pytest.mark.parametrize("line", ["I am sad", "what time is it", "thanks, and I moved to Vigo", "bye 2026"])
def test_whoever_tells_something_is_not_merely_courteous(line: str) -> None:
    assert not is_mere_courtesy(line)
