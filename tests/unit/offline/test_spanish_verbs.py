"""Spanish verbs of mine and ours are known where they stand, and nouns that look like them stay."""

import pytest

from shared.offline.facts.faithful import invented, lost
from shared.offline.facts.spanish import turned
from tests.unit.offline.test_facts_by_themselves import told

pytestmark = pytest.mark.row("U2")


@pytest.mark.parametrize(
    ("said", "to_them"),
    [
        (
            "el español es mi idioma, en el trabajo hablo catalán",
            "el español es tu idioma, en el trabajo hablas catalán",
        ),
        ("nado poco, siempre chaleco", "nadas poco, siempre chaleco"),
        ("sé coser, lino y algodón y cuero", "sabes coser, lino y algodón y cuero"),
        ("firmo siempre como Marta", "firmas siempre como Marta"),
        ("a veces olvido las llaves", "a veces olvidas las llaves"),
        ("en casa plancho yo", "en casa planchas tú"),
        ("el piano lo aprendí de mayor", "el piano lo aprendiste de mayor"),
        ("ayunamos los viernes y vemos cine", "ayunáis los viernes y veis cine"),
        ("el año pasado abrimos un bar", "el año pasado abristeis un bar"),
        ("así que barco o tren", "así que barco o tren"),
        ("soy cartero, aficionado al ajedrez", "eres cartero, aficionado al ajedrez"),
        ("salvo los lunes, corro", "salvo los lunes, corres"),
        ("con mi jefe hablo lo justo", "con tu jefe hablas lo justo"),
        ("tomo café y bebé duerme", "tomas café y bebé duerme"),
        ("los últimos tramos los hago a pie", "los últimos tramos los haces a pie"),
        ("prefiero que siempre me des opciones", "prefieres que siempre te dé opciones"),
        ("un loro q era de mi tía", "un loro que era de tu tía"),
        ("desde que era niño toco el violín", "desde que eras niño tocas el violín"),
        ("a veces desaparezco un día", "a veces desapareces un día"),
        ("Benito es mi cuñado", "Benito es tu cuñado"),
        ("Paco no tiene móvil y hay que avisarlo", "Paco no tiene móvil y hay que avisarlo"),
        ("siempre charlo con el panadero", "siempre charlas con el panadero"),
        ("actúo en un teatro y hablo guaraní", "actúas en un teatro y hablas guaraní"),
        ("Compramos una casa en Soria", "comprasteis una casa en Soria"),
        ("Compramos un cupón cada viernes", "compramos un cupón cada viernes"),
        ("canto con mis primos", "cantas con tus primos"),
        ("al perro le damos pienso", "al perro le dais pienso"),
        ("con frío rindo poco y el rosal lo mantengo vivo", "con frío rindes poco y el rosal lo mantienes vivo"),
        ("q tngo prisa xq trabajo", "tienes prisa porque trabajas"),
    ],
)
def test_what_is_turned_and_what_is_none_of_mine(said: str, to_them: str) -> None:
    assert turned(said) == to_them


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("me saqué el título a los 40", ["Te sacaste el título a los 40."]),
        ("nos acostamos a las nueve y madrugamos", ["Os acostáis a las nueve y madrugáis."]),
        ("q no se te olvide: soy sorda, vivo sola", ["Eres sorda.", "Vives sola."]),
        (
            "Le tengo alergia al polen. Siempre llevo pañuelos.",
            ["Le tienes alergia al polen.", "Siempre llevas pañuelos."],
        ),
        (
            "En mi casa se habla gallego; el inglés lo aprendí aquí.",
            ["En tu casa se habla gallego; el inglés lo aprendiste aquí."],
        ),
        ("yo a las 4 ya estoy en la panadería", ["Tú a las 4 ya estás en la panadería."]),
        ("Eres mi mejor amigo. Tengo 90 años.", ["Tienes 90 años."]),
        ("nos casamos en mayo", ["Dijiste: «nos casamos en mayo»"]),
    ],
)
def test_they_are_told_as_sentences(said: str, kept: list[str]) -> None:
    assert told(said, "es") == kept


def test_a_regular_form_is_known_for_the_word_it_was_turned_from() -> None:
    assert not lost("saqué el carnet", ["Sacaste el carnet."], "es")
    assert not invented("ensayamos los lunes", ["Ensayáis los lunes."], "es")
    assert lost("saqué el carnet", ["Tienes el carnet."], "es")
