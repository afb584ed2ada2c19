"""What nobody should keep for a person is seen in what they say; what only speaks of such things is not."""

import pytest

from shared.text.secret_words import holds_secret

pytestmark = pytest.mark.row("M20")


@pytest.mark.parametrize(
    "text",
    [
        "My password is hunter2",
        "my new password is swordfish",
        "remember my password: correcthorsebatterystaple",
        "the wifi password: blue-horse-42",
        "Mein Passwort lautet Sommer2024!",
        'mein Passwort ist "Blume"',
        "mi contraseña de Netflix es abracadabra",
        "la clave del wifi es perro2020",
        "Parole: hase",
        "my login is tom and the pass is abc",
        "the wifi key is hunter2",
        "Der WLAN-Schlüssel lautet apfelbaum9",
        "My locker combination is 12-24-36",
        "My PIN for the debit card is 4711",
        "die PIN ist 0815",
        "mi PIN es 1234",
        "my verification code is 493 201",
        "493201 is my verification code",
        "Mein Bestätigungscode ist 839201",
        "el código de verificación es 839201",
        "Der Türcode lautet 2580",
        "my safe combination is 12-34-56",
        "My card number is 4111 1111 1111 1111",
        "5500-0000-0000-0004 is my visa",
        "mein Konto: DE89370400440532013000",
        "IBAN ES91 2100 0418 4502 0005 1332",
        "my api key is sk-ant-abcdefghijklmnop123",
        "-----BEGIN RSA PRIVATE KEY-----",
        "here is my token ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    ],
)
def test_what_opens_a_door_an_account_or_a_purse_is_a_secret(text: str) -> None:
    assert holds_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "How do I choose a good password?",
        "my password is too weak",
        "the mountain pass is closed in winter",
        "my bus pass is expired",
        "the wifi key is missing",
        "he is out on parole",
        "my bike is 12 years old",
        "I forgot my password",
        "Mein Passwort ist abgelaufen",
        "mi contraseña es muy larga",
        "La clave es la constancia",
        "What is my PIN?",
        "my PIN has four digits",
        "the error code is 404",
        "The port is 5432",
        "My phone number is 0151 23456789",
        "my birthday is 12.03.1984",
        "order number 4111 1111 1111 1112",  # the check digit is wrong
        "IBAN DE88 3704 0044 0532 0130 00",
        "invoice 1234567890123 was paid",
        "the dress code is smart casual",
        "The key is under the mat",
        "the soil pH is 6.5",
        "",
    ],
)
def test_what_only_speaks_of_such_things_is_none(text: str) -> None:
    assert not holds_secret(text)
