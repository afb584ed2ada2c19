"""A question about oneself finds what answers it, although the two share no word."""

import pytest

from services.memory.recall.self_questions import answers_question

pytestmark = pytest.mark.row("M6")


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("What do I do for a living?", "You work as a nurse."),
        ("what's my job?", "You're a carpenter."),
        ("How old am I?", "You're 43 years old."),
        ("How old am I?", "You turned 44 yesterday."),
        ("Where do I live?", "You moved to Basel."),
        ("where am I from?", "You grew up in Ghana."),
        ("what's my name?", "You want to be called Tom."),
        ("When is my birthday?", "You were born on 3 May 1980."),
        ("am I allergic to anything?", "You have a nut allergy."),
        ("Wo wohne ich?", "Du lebst in Bern."),
        ("Wie alt bin ich?", "Du bist 43."),
        ("Was mache ich beruflich?", "Du bist Lehrerin."),
        ("Wie heiße ich?", "Dein Name ist Thomas."),
        ("¿Cuántos años tengo?", "Tienes 43 años."),
        ("¿A qué me dedico?", "Trabajas en un banco."),
        ("¿Dónde vivo?", "Te mudaste a Lugo."),
        ("Where do I live?", "You said: “I live in Rome”"),
        ("can I eat shrimp?", "You're allergic to shellfish."),
        ("¿Puedo comer gambas?", "Dijiste: «soy alérgica al marisco»"),
        ("Kann ich Garnelen essen?", "Du hast gesagt: „ich vertrage keine Meeresfrüchte“"),
        ("Darf ich davon probieren?", "You're vegan."),
        ("Darf ich Penicillin nehmen?", "You're allergic to penicillin."),
        ("Soll ich die Milch trinken?", "Du bist vegan."),
    ],
)
def test_it_is_found_by_its_kind(question: str, statement: str) -> None:
    assert answers_question(question, statement)
    assert not answers_question(question, "You like living rooms in blue.")


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("How old am I?", "You live in Bern."),
        ("Where do I live?", "You work as a nurse."),
        ("What do I do for a living?", "You're a vegetarian."),
        ("what is for dinner?", "You're 43 years old."),
        ("Can I eat here?", "You like tea."),
        ("Soll ich den Kurs am Abend oder am Vormittag nehmen?", "Your sister is pregnant."),
    ],
)
def test_another_kind_does_not_answer_it(question: str, statement: str) -> None:
    assert not answers_question(question, statement)
