"""What a good model reads in the lines of this suite: by line, and by the offer that stands when it is said."""

from shared.contracts.assertions import About, Category
from shared.contracts.operations import Offer, OfferKind
from shared.contracts.understanding import Continuation, PersonalFact, Reading

SURE = 0.97


def _fact(
    text: str, own_words: str, category: Category = Category.PREFERENCES, about: About = About.SELF
) -> PersonalFact:
    sensitive = category is Category.HEALTH
    return PersonalFact(text=text, own_words=own_words, category=category, about=about, sensitive=sensitive)


def _told(*facts: PersonalFact) -> Reading:
    return Reading(intent="remember_about_me", confidence=SURE, personal_facts=facts)


def _statement(text: str) -> Reading:
    return Reading(intent="add_knowledge", confidence=SURE, knowledge=text)


def _asked(intent: str, query: str) -> Reading:
    return Reading(intent=intent, confidence=SURE, query=query)


def _forget(description: str, *, never: bool = False, everything: bool = False) -> Reading:
    return Reading(
        intent="forget_about_me",
        confidence=SURE,
        forget_description=description,
        never_again=never,
        forget_everything=everything,
    )


def _answer(
    continuation: Continuation, *refined: PersonalFact, selection: tuple[int, ...] = (), intent: str = ""
) -> Reading:
    return Reading(
        intent=intent or "general_conversation",
        confidence=SURE,
        continuation=continuation,
        personal_facts=refined,
        selection=selection,
    )


SHELLFISH = _fact("You're allergic to shellfish.", "I'm allergic to shellfish", Category.HEALTH)
SHRIMP = _fact("You're allergic to shrimp.", "just shrimp", Category.HEALTH)
OVEN = _fact("Your oven runs hot.", "My oven runs hot", Category.ACTIVITY)

ALONE = {
    "I'm allergic to shellfish": _told(SHELLFISH),
    "I prefer working in the mornings": _told(
        _fact("You prefer working in the mornings.", "I prefer working in the mornings", Category.STYLE)
    ),
    "my sister is vegan": _told(
        _fact("Your sister is vegan.", "my sister is vegan", Category.RELATIONSHIPS, About.OWN_PEOPLE)
    ),
    "my friend has depression": _told(
        _fact("Your friend has depression.", "my friend has depression", Category.HEALTH, About.OWN_PEOPLE)
    ),
    "my mum takes antidepressants": _told(
        _fact("Your mum takes antidepressants.", "my mum takes antidepressants", Category.HEALTH, About.OWN_PEOPLE)
    ),
    "my sister is HIV positive": _told(  # the reader sees nothing private in it: our own rules do
        _fact("Your sister is HIV positive.", "my sister is HIV positive", Category.RELATIONSHIPS)
    ),
    "My son has a peanut allergy": _told(
        _fact("Your son has a peanut allergy.", "My son has a peanut allergy", Category.HEALTH, About.OWN_PEOPLE)
    ),
    "My password is hunter2": _told(_fact("Your password is hunter2.", "My password is hunter2")),
    "mi PIN es 1234": _told(_fact("Tu PIN es 1234.", "mi PIN es 1234")),
    "Mein Passwort lautet Sommer2024!": _told(
        _fact("Dein Passwort lautet Sommer2024!", "Mein Passwort lautet Sommer2024!")
    ),
    "Erase everything": _forget("everything", everything=True),
    "Delete all you know about me": _forget("everything", everything=True),
    "also, my birthday is the 3rd": _told(
        _fact("Your birthday is on the 3rd.", "my birthday is the 3rd", Category.PROFILE)
    ),
    "I'm a vegetarian, I play the cello and I work night shifts": _told(
        _fact("You're a vegetarian.", "I'm a vegetarian"),
        _fact("You play the cello.", "I play the cello", Category.INTERESTS),
        _fact("You work night shifts.", "I work night shifts", Category.ACTIVITY),
    ),
    "I live in Miami": _told(_fact("You live in Miami.", "I live in Miami", Category.PROFILE)),
    "I moved to Lisbon": _told(_fact("You moved to Lisbon.", "I moved to Lisbon", Category.PROFILE)),
    "I moved from Leeds to York": _told(
        _fact("You moved from Leeds to York.", "I moved from Leeds to York", Category.PROFILE)
    ),
    "mi hermana se llama María": _told(
        _fact("Tu hermana se llama María.", "mi hermana se llama María", Category.RELATIONSHIPS, About.OWN_PEOPLE)
    ),
    "Correction: I live in Porto": _told(_fact("You live in Porto.", "I live in Porto", Category.PROFILE)),
    "actually Ben turned 8": _told(_fact("Ben turned 8.", "Ben turned 8", Category.RELATIONSHIPS)),
    "we moved to Dresden": _told(_fact("You moved to Dresden.", "we moved to Dresden", Category.PROFILE)),
    "nein, eigentlich wohne ich in Kassel": _told(
        _fact("Du wohnst in Kassel.", "eigentlich wohne ich in Kassel", Category.PROFILE)
    ),
    "corrección: vivo en Lugo": _told(_fact("Vives en Lugo.", "vivo en Lugo", Category.PROFILE)),
    "I'm not vegan any more": _told(_fact("You are not vegan any more.", "I'm not vegan any more")),
    "ich arbeite nicht mehr bei Bosch": _told(
        _fact("Du arbeitest nicht mehr bei Bosch.", "ich arbeite nicht mehr bei Bosch", Category.PROFILE)
    ),
    "ya no trabajo en Iberia": _told(_fact("Ya no trabajas en Iberia.", "ya no trabajo en Iberia", Category.PROFILE)),
    "the doctor's cat is called Tom": _told(
        _fact("The doctor's cat is called Tom.", "the doctor's cat is called Tom", Category.RELATIONSHIPS)
    ),
    "Ben turned 8": _told(_fact("Ben turned 8.", "Ben turned 8", Category.RELATIONSHIPS)),
    "I collect old maps": _told(_fact("You collect old maps.", "I collect old maps", Category.INTERESTS)),
    "I'm allergic to peanuts": _told(_fact("You're allergic to peanuts.", "I'm allergic to peanuts", Category.HEALTH)),
    "I'm allergic to pollen": _told(_fact("You're allergic to pollen.", "I'm allergic to pollen", Category.HEALTH)),
    "The soil pH should be 6.5": _statement("The soil pH should be 6.5."),
    "We use PostgreSQL for this project": _statement("We use PostgreSQL for this project."),
    "remember that the staging cluster has three nodes": _statement("The staging cluster has three nodes."),
    "The tomatoes are watered every two days": _statement("The tomatoes are watered every two days."),
    "My oven runs hot": Reading(
        intent="add_knowledge",
        confidence=SURE,
        knowledge="The oven runs hot.",
        secondary_intent="remember_about_me",
        personal_facts=(OVEN,),
    ),
    "Actually the soil pH should be 6.8, not 6.5": Reading(
        intent="correct_knowledge", confidence=SURE, target="soil pH", knowledge="The soil pH should be 6.8."
    ),
    "What should the soil pH be?": _asked("ask_question", "soil pH"),
    "What did I say about tomatoes?": _asked("ask_about_past_input", "tomatoes"),
    "What do you know about me?": _asked("ask_about_past_input", "what you know about me"),
    "Where do we stand?": _asked("summarize_engagement", ""),
    "Forget that I'm allergic": _forget("allergic"),
    "Forget what I said about my motorbike": _forget("my motorbike"),
    "Forget that I collect old maps": _forget("I collect old maps"),
    "Forget that I collect old maps, and never bring it up again": _forget("I collect old maps", never=True),
    "Forget everything you know about me": _forget("everything you know about me", everything=True),
    "Forget my job and my address": _forget("my job and my address"),
    "Forget that I collect old mapps": _forget("old mapps"),
    "Forget everything about my allergies": _forget("allergic", everything=True),
    "Please remind me tomorrow at nine": Reading(intent="schedule_task", confidence=SURE),
    "How does this work?": Reading(intent="help", confidence=SURE),
}
"""What each line means by itself."""

ANSWERS = {
    "no, just shrimp": _answer(Continuation.REFINE, SHRIMP),
    "not the peanuts": _answer(Continuation.SELECT, selection=(1, 3)),  # what they mean is not said
    "neither": _answer(Continuation.DECLINE),  # of two that clash these name none, however they are read
    "all three": _answer(Continuation.SELECT, selection=(1, 2)),
    "las tres": _answer(Continuation.CONFIRM),
    "alle": _answer(Continuation.CONFIRM),
    "ninguno": _answer(Continuation.SELECT, selection=(2,)),
}
"""What a model takes a line for that the grammar of answers does not read; plain answers no model is asked about."""

INTENTS = {
    OfferKind.RETRACT: "forget_about_me",
    OfferKind.PROJECT_FACTS: "add_knowledge",
}
CONVERSATION = Reading(intent="general_conversation", confidence=SURE)


def reading_of(text: str, offer: Offer | None) -> Reading:
    """How the line is read."""
    if text in ANSWERS:
        return CONVERSATION if offer is None else _as_answer(ANSWERS[text], offer)
    alone = ALONE.get(text, CONVERSATION)
    if offer is None:
        return alone
    return alone.model_copy(update={"continuation": Continuation.TOPIC_SHIFT})


def _as_answer(answer: Reading, offer: Offer) -> Reading:
    if answer.continuation is Continuation.DECLINE:
        return answer
    return answer.model_copy(update={"intent": INTENTS.get(offer.kind, "remember_about_me")})


def fact_for_all_projects(text: str) -> PersonalFact | None:
    """What the companion, when it is a model, offers to remember beyond the project."""
    reading = ALONE.get(text)
    return reading.personal_facts[0] if reading is not None and reading.secondary_intent else None
