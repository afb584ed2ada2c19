"""Everyday lines in three languages, each with the fixed answer that it gets, or with none."""

ENGLISH = """
greeting | hi
greeting | Hello!
greeting | hey there
greeting | Hi Ada
greeting | hello, hello
greeting | heyyyy
greeting | Nice to meet you!
good_morning | Good morning
good_morning | morning!
good_morning | hey, good morning :)
good_evening | good evening
farewell | bye
farewell | ok bye
farewell | see you tomorrow!
farewell | Thanks, bye!
farewell | I have to go now
farewell | have a nice weekend
good_night | Good night
good_night | going to bed now
thanks | thanks
thanks | Thank you so much!!
thanks | thanks for listening
thanks | cheers mate
thanks | ok, thanks
welcome | no problem
how_are_you | how are you?
how_are_you | Hi, how are you doing?
how_are_you | what's up
how_are_you | How was your day?
how_are_you | and you?
i_am_fine | I'm fine, thanks
i_am_fine | not too bad
happy | I'm so happy today!
happy | I had a great day
praise | you're the best
praise | well done
love | I love you
love | are we friends?
sorry | sorry about that
laughing | haha
laughing | that's funny
acknowledged | I see
acknowledged | interesting
acknowledged | hmm
bored | I'm bored
bored | what should we talk about?
feelings | do you have feelings?
feelings | What are you doing right now?
tastes | do you like music?
tastes | what's your favourite colour?
are_you_there | are you there?
are_you_there | test
sad | I feel so sad
sad | I'm not feeling well at the moment
sad | nobody understands me
lonely | I'm so lonely tonight
lonely | I have no one to talk to
stressed | I'm totally overwhelmed
stressed | it's all too much
anxious | I'm really nervous about tomorrow
tired | I'm so tired today
tired | I can't sleep
angry | I'm so angry right now
angry | ugh
bad_day | I had a terrible day
bad_day | ugh, what a day
unwell | I have a headache
unwell | I think I'm getting a cold
let_us_talk | can we talk?
let_us_talk | I just need to vent
comfort_me | cheer me up please
comfort_me | will everything be ok?
time | what time is it?
time | Do you know what time it is
time | hi, what's the time please?
date | what day is it today?
date | what's today's date
date | is today Friday?
tomorrow | what day is tomorrow?
yesterday | what day was yesterday
sum | what's 17 * 23?
sum | 2+2
sum | how much is 15% of 80
sum | calculate (3 + 4) x 2
sum | 12 divided by 4 =
who_are_you | who are you?
who_are_you | tell me something about yourself
your_name | what's your name?
are_you_human | are you a real person?
which_model | are you ChatGPT?
which_model | can you search the web
connect_model | how do I connect a model?
abilities | what can you do?
abilities | so what are you good for
how_it_works | help
how_it_works | How does this work?
who_reads | who reads this?
who_reads | can anyone else read what I write?
who_reads | Is this private?
who_reads | can I trust you?
where_data | where is my data stored?
where_data | is my data in the cloud
what_saved | what do you save?
what_saved | do you remember everything I say
earlier_messages | can you see my earlier messages?
earlier_messages | do you remember me?
who_made_you | who made you?
who_made_you | what do you cost?
why_that | why did you think that?
why_that | how do you know that
languages | do you speak German?
quiet | shut up
quiet | that did not help
good_wishes | Merry Christmas!
joke_or_story | tell me a joke
joke_or_story | can you write me a poem about my cat?
advice | what should I cook tonight?
advice | what should I do?
advice | any tips for a job interview
weather_and_news | how's the weather today?
weather_and_news | will it rain tomorrow
translate | translate this into French
translate | how do you say cat in Spanish
world | what's the capital of France?
world | who wrote Hamlet?
world | is it true that bees can count
- | hello, I'm allergic to nuts
- | hi, my name is Ana
- | thanks, and my sister's birthday is on the 4th of May
- | I'm a nurse
- | my cat is called Luna
- | good morning, I moved to Dresden
- | I take apixaban every morning
- | I can't eat gluten
- | I hate coriander
- | my sister is getting married in June
- | I love hiking in the Alps
- | I'm vegan
- | I work night shifts at the hospital
- | thanks for asking, we have two children
- | I have a dog
- | bye the way I live in Leeds
- | what's my name?
- | how old am I?
- | what do you know about me?
- | what did I say about my sister?
- | when is Ana's birthday?
- | where do I live?
- | what time do I start work?
- | what is my favourite colour
- | am I allergic to anything
- | do you remember my dog's name?
- | forget my birthday
- | remember that I like tea
- | forget everything about Dana
- | don't write that down
- | what waits for my yes?
- | export my data
- | remind me at 5 to call mum
- | call me Sam
- | yes
- | no
- | no, just shrimp
- | the first two
- | change my name to Sam
- | Maria lives in Rome
- | 24/7
- | 2024-05-06
- | 3-1
- | I'm 3/4 German
- | my sister is sad
- | the meeting is on Friday
"""

GERMAN = """
greeting | Hallo
greeting | Hallo Ada!
greeting | moin moin
greeting | Guten Tag
good_morning | Guten Morgen!
good_evening | Schönen guten Abend
farewell | Tschüss
farewell | bis morgen!
farewell | ich muss jetzt los
farewell | Danke, schönen Abend noch!
good_night | Gute Nacht
good_night | ich geh jetzt schlafen
thanks | danke
thanks | Vielen Dank!
thanks | danke fürs Zuhören
thanks | ok danke dir
welcome | gern geschehen
how_are_you | Wie geht's?
how_are_you | Hallo, wie geht es dir heute?
how_are_you | alles klar bei dir?
i_am_fine | mir geht's gut
i_am_fine | ganz gut, danke
happy | Ich bin so glücklich heute
happy | ich freue mich so
praise | du bist toll
praise | gut gemacht
love | ich hab dich lieb
sorry | tut mir leid
sorry | Entschuldigung
laughing | haha
laughing | das war lustig
acknowledged | achso
acknowledged | keine Ahnung
bored | mir ist langweilig
feelings | hast du Gefühle?
feelings | was machst du gerade?
tastes | magst du Musik?
are_you_there | bist du noch da?
sad | ich bin so traurig
sad | mir geht es heute nicht gut
lonely | Ich fühle mich einsam
stressed | ich kann nicht mehr
stressed | ich bin total gestresst
anxious | ich habe Angst
tired | ich bin müde
tired | ich kann nicht schlafen
angry | ich bin richtig sauer
angry | so ein Mist
bad_day | was für ein Tag
bad_day | ich hatte einen schlechten Tag
unwell | ich habe Kopfschmerzen
let_us_talk | können wir reden?
comfort_me | tröste mich
time | Wie spät ist es?
time | wie viel Uhr haben wir
date | Welcher Tag ist heute?
date | der wievielte ist heute
tomorrow | was ist morgen für ein Tag?
yesterday | welcher Tag war gestern
sum | was ist 12 mal 12?
sum | 15 % von 80
sum | wie viel ist 7 geteilt durch 2
who_are_you | wer bist du?
your_name | wie heißt du?
are_you_human | bist du ein Mensch?
which_model | bist du ChatGPT?
connect_model | wie kann ich ein Modell verbinden?
abilities | Was kannst du?
abilities | wobei kannst du mir helfen
how_it_works | Wie funktioniert das hier?
who_reads | wer liest das?
who_reads | ist das hier privat?
where_data | wo sind meine Daten?
what_saved | was speicherst du?
earlier_messages | kannst du frühere Nachrichten sehen?
who_made_you | wer hat dich gemacht?
why_that | warum denkst du das?
why_that | wie kommst du darauf?
languages | sprichst du Englisch?
quiet | halt die Klappe
good_wishes | Frohe Weihnachten!
joke_or_story | erzähl mir einen Witz
advice | was soll ich tun?
advice | was soll ich heute kochen?
weather_and_news | wie wird das Wetter morgen?
translate | was heißt Katze auf Spanisch
world | Was ist die Hauptstadt von Frankreich?
world | wer hat Hamlet geschrieben
- | Hallo, ich bin allergisch gegen Nüsse
- | ich heiße Jonas
- | danke, und meine Schwester heiratet im Juni
- | ich wohne in Dresden
- | mein Hund heißt Bello
- | ich bin Lehrerin
- | ich hasse Koriander
- | ich nehme Ibuprofen
- | wie heiße ich?
- | wie alt bin ich?
- | was weißt du über mich?
- | wo wohne ich?
- | was habe ich über den Garten gesagt?
- | wann hat Ana Geburtstag?
- | vergiss meinen Geburtstag
- | merk dir, dass ich Tee mag
- | ja
- | nein
- | nur das zweite
- | erinnere mich um fünf
- | wir haben zwei Kinder
"""

SPANISH = """
greeting | Hola
greeting | hola Ada
greeting | ¡Buenas!
good_morning | Buenos días
good_evening | buenas tardes
farewell | adiós
farewell | hasta mañana
farewell | gracias, hasta luego
good_night | buenas noches
thanks | gracias
thanks | ¡Muchas gracias!
thanks | gracias por escucharme
welcome | de nada
how_are_you | ¿Cómo estás?
how_are_you | hola, ¿qué tal?
i_am_fine | estoy bien, gracias
happy | estoy muy feliz
praise | eres genial
love | te quiero mucho
sorry | lo siento
laughing | jajaja
acknowledged | ya veo
acknowledged | no sé
bored | estoy aburrida
feelings | ¿tienes sentimientos?
tastes | ¿te gusta la música?
are_you_there | ¿estás ahí?
sad | estoy muy triste
sad | hoy me siento mal
lonely | me siento sola
stressed | no puedo más
stressed | estoy agobiado
anxious | tengo miedo
anxious | estoy nerviosa
tired | estoy cansado
tired | no puedo dormir
angry | estoy muy enfadada
bad_day | he tenido un mal día
unwell | me duele la cabeza
let_us_talk | ¿podemos hablar?
comfort_me | anímame
time | ¿Qué hora es?
time | dime qué hora es
date | ¿Qué día es hoy?
date | a cuánto estamos
tomorrow | ¿qué día es mañana?
sum | ¿cuánto es 5 por 6?
sum | cuánto son 10 entre 4
who_are_you | ¿Quién eres?
your_name | ¿cómo te llamas?
are_you_human | ¿eres una persona?
which_model | ¿eres ChatGPT?
connect_model | ¿cómo conecto un modelo?
abilities | ¿Qué puedes hacer?
abilities | ¿para qué sirves?
how_it_works | ¿cómo funciona esto?
who_reads | ¿quién lee esto?
where_data | ¿dónde están mis datos?
what_saved | ¿qué guardas de mí?
earlier_messages | ¿puedes ver mis mensajes anteriores?
who_made_you | ¿quién te creó?
why_that | ¿por qué piensas eso?
languages | ¿hablas inglés?
quiet | cállate
good_wishes | Feliz Navidad
joke_or_story | cuéntame un chiste
advice | ¿qué hago?
advice | ¿qué puedo cocinar hoy?
weather_and_news | ¿qué tiempo hace hoy?
translate | ¿cómo se dice gato en alemán?
world | ¿cuál es la capital de Francia?
world | ¿quién escribió el Quijote?
- | hola, soy alérgica a los frutos secos
- | me llamo Marta
- | gracias, y mi hermana se casa en junio
- | vivo en Sevilla
- | mi gato se llama Tom
- | soy enfermera
- | odio el cilantro
- | ¿cómo me llamo?
- | ¿cuántos años tengo?
- | ¿qué sabes de mí?
- | ¿dónde vivo?
- | ¿qué dije de mi hermana?
- | ¿cuándo es el cumpleaños de Ana?
- | olvida mi cumpleaños
- | recuerda que me gusta el té
- | sí
- | no
- | solo el segundo
- | recuérdame llamar a las cinco
- | tenemos dos hijos
"""


def lines() -> list[tuple[str, str, str]]:
    """Language, answer and line; an empty answer where none is meant."""
    told = (("en", ENGLISH), ("de", GERMAN), ("es", SPANISH))
    rows = ((language, row.partition(" | ")) for language, text in told for row in text.strip().splitlines())
    return [(language, name.strip("-"), line) for language, (name, _, line) in rows]
