"""What the companion is told to do is told as what the person wants of it, however it was put."""

import pytest

from tests.unit.offline.test_facts_by_themselves import told

pytestmark = pytest.mark.row("U2")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Ich hasse Telefonieren, schreib mir lieber",
            ["Du hasst Telefonieren.", "Du möchtest, dass ich dir lieber schreibe."],
        ),
        ("bitte deutlich reden, ich bin schwerhörig", ["Du möchtest, dass ich deutlich rede.", "Du bist schwerhörig."]),
        (
            "ich bin Legastheniker, Tippfehler von mir bitte einfach übersehen, immer.",
            ["Du bist Legastheniker.", "Du möchtest, dass ich Tippfehler von dir immer einfach übersehe."],
        ),
        (
            "wenn ich nach Filmen frag immer ohne Horror suchen",
            ["Du möchtest, dass ich immer ohne Horror suche, wenn du nach Filmen fragst."],
        ),
        ("Keine Fremdwörter bitte, ich bin erst elf", ["Du möchtest keine Fremdwörter.", "Du bist erst elf."]),
        (
            "Ich heiße eigentlich Theodora, aber sagen Sie bitte Dora.",
            ["Du heißt eigentlich Theodora.", "Du möchtest Dora genannt werden."],
        ),
        (
            "hab lrs, also bitte immer nur eine frage auf einmal, sonst bin ich raus",
            ["Du hast lrs.", "Du möchtest immer nur eine frage auf einmal, sonst bist du raus."],
        ),
        ("ich versteh nichts wenn du Fachwörter benutzt", ["Du verstehst nichts wenn man Fachwörter benutzt."]),
        (
            "laktose geht gar nicht, sahne leider auch nicht",
            ["Laktose geht bei dir gar nicht, sahne leider auch nicht."],
        ),
        (
            "ich hätte gern, dass du mir immer erst das Wetter sagst",
            ["Du möchtest, dass ich dir immer erst das Wetter sage."],
        ),
        ("mir wäre lieb, wenn du Englisch mit mir sprichst", ["Du möchtest, dass ich Englisch mit dir spreche."]),
        ("Mir ist wichtig, dass du keine Bilder benutzt", ["Du möchtest, dass ich keine Bilder benutze."]),
        ("tu mir einen Gefallen und nenn mich nicht Bärchen", ["Du möchtest nicht Bärchen genannt werden."]),
        (
            "schreib mir kurze Mails, weil ich kaum was sehe",
            ["Du möchtest, dass ich dir kurze Mails schreibe, weil du kaum was siehst."],
        ),
        (
            "Duz mich ruhig, und sag Lis statt Elisabeth",
            ["Du möchtest geduzt werden.", "Du möchtest Lis statt Elisabeth genannt werden."],
        ),
        ("Mails bitte ohne Anrede", ["Du möchtest Mails ohne Anrede."]),
        ("Gewichte in Gramm bitte", ["Du möchtest Gewichte in Gramm."]),
        (
            "Erklär mir das bitte ohne Formeln, die verstehe ich nie",
            ["Du möchtest, dass ich dir das ohne Formeln erkläre, die verstehst du nie."],
        ),
        (
            "Sprich bitte deutlich mit mir, ich höre schlecht",
            ["Du möchtest, dass ich deutlich mit dir spreche, du hörst schlecht."],
        ),
        (
            "wenn ich weine, red bitte ganz leise mit mir",
            ["Du möchtest, dass ich ganz leise mit dir rede, wenn du weinst."],
        ),
        ("rechne mir bitte immer alles in Zoll um", ["Du möchtest, dass ich dir immer alles in Zoll umrechne."]),
        ("ich heiße Annegret, aber sag ruhig Anni", ["Du heißt Annegret.", "Du möchtest Anni genannt werden."]),
        ("Sag einfach Theo zu mir", ["Du möchtest Theo genannt werden."]),
        ("mein Rad quietscht, frag nicht warum", ["Du hast gesagt: „mein Rad quietscht, frag nicht warum“"]),
        (
            "helle Farben vertragen meine Augen nicht, mach die Seiten lieber dunkel",
            ["Helle Farben vertragen deine Augen nicht.", "Du möchtest, dass ich die Seiten lieber dunkel mache."],
        ),
        ("stör dich nicht an meinem Dialekt", ["Du hast gesagt: „stör dich nicht an meinem Dialekt“"]),
        (
            "schreib mir bitte keine Ausrufezeichen in die Antworten",
            ["Du möchtest, dass ich dir keine Ausrufezeichen in die Antworten schreibe."],
        ),
        (
            "Mach mir alles so groß, dass es lesbar ist",
            ["Du möchtest, dass ich dir alles so groß mache, dass es lesbar ist."],
        ),
        (
            "nenn mich Spatz, so heiß ich seit der Kita",
            ["Du möchtest Spatz genannt werden, so heißt du seit der Kita."],
        ),
        ("kurze Sätze bitte", ["Du möchtest kurze Sätze."]),
        ("Mir wäre es lieber, wenn Sie mich siezen würden.", ["Du möchtest gesiezt werden."]),
        ("Ich fände es schön, dass du mich duzt", ["Du möchtest geduzt werden."]),
        (
            "ich bin Koch, Küchentipps kannst du dir sparen",
            ["Du bist Koch.", "Auf Küchentipps kannst du verzichten."],
        ),
        (
            "fisch kannste bei mir vergessen, bin seit jahren vegan",
            ["Auf fisch kannst du verzichten.", "Du bist seit jahren vegan."],
        ),
    ],
)
def test_german_wishes(said: str, kept: list[str]) -> None:
    assert told(said, "de") == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Le pido que me hable de usted; soy mayor.", ["Quieres que te hable de usted; eres mayor."]),
        ("soy celíaca, no me propongas pan", ["Eres celíaca.", "No quieres que te proponga pan."]),
        ("háblame de vos, que soy de Mendoza", ["Quieres que te traten de vos, que eres de Mendoza."]),
        ("frases cortas porfa, soy disléxico", ["Quieres frases cortas.", "Eres disléxico."]),
        ("nada de emojis conmigo, soy mayor", ["No quieres emojis.", "Eres mayor."]),
        ("las medidas en centímetros, por favor", ["Quieres las medidas en centímetros."]),
        ("los resúmenes sin tecnicismos porfa", ["Quieres los resúmenes sin tecnicismos."]),
        ("las fechas ponlas en formato europeo", ["Quieres las fechas en formato europeo."]),
        ("desde ahora, llámame Teo", ["Quieres que te llamen Teo desde ahora."]),
        ("prefiero que me contestes en catalán", ["Prefieres que te conteste en catalán."]),
        ("me gustaría que me trataras de usted", ["Quieres que te traten de usted."]),
        (
            "cuando me corrijas, prefiero ejemplos cortos",
            ["Cuando te corrija, prefieres ejemplos cortos."],
        ),
        (
            "cuando me expliques algo, usa dibujos",
            ["Dijiste: «cuando me expliques algo, usa dibujos»"],
        ),
        ("hazme un favor y no me llames reina", ["No quieres que te llamen reina."]),
        ("Me llamo Francisca. Llámame Paca.", ["Te llamas Francisca.", "Quieres que te llamen Paca."]),
        ("me llamo Rafa, nada de Rafael", ["Te llamas Rafa, nada de Rafael."]),
    ],
)
def test_spanish_wishes(said: str, kept: list[str]) -> None:
    assert told(said, "es") == kept


@pytest.mark.parametrize("said", ["no me entiendes", "no me ayudas nada"])
def test_a_complaint_is_no_wish(said: str) -> None:
    assert not any(fact.startswith("No quieres") for fact in told(said, "es"))
