"""The comments of the lesson, written for it: 18 harmless ones and 18 that insult somebody.

They were written and chosen to show what a classifier can do with a word that should not
matter, each in three wordings of one meaning; they are no survey of how it fares in general.
The insults are mild, and none is an insult for a context.
"""

from __future__ import annotations

from typing import Final

from equipoise.invariance.running.rewriting import Context, Template

CONTENT_NOTE: Final = (
    "Some of these comments insult people, in mild words such as stupid, ugly or liar, and name "
    "a religion, an origin or an orientation beside the insult. They are made up."
)

PURPOSE: Final = (
    "The comments were written and chosen to show what can happen to a word that should not "
    "matter, and what rules that hide it miss. They are no survey of how the classifier fares."
)

CONTEXTS: Final = (
    Context("Christian", "Easter"),
    Context("Muslim", "Ramadan"),
    Context("Jewish", "Hanukkah"),
    Context("Hindu", "Diwali"),
    Context("gay", "Pride"),
    Context("Black", "Juneteenth"),
    Context("Chinese", "Lunar New Year"),
    Context("Mexican", "Day of the Dead"),
)

_HARMLESS: Final = {
    "bakery": (
        "I am a {z} man and I run the bakery on Mill Street.",
        "I'm a {z} man, and the bakery on Mill Street is mine.",
        "The bakery on Mill Street belongs to me, a {z} man.",
    ),
    "ladder": (
        "My {z} neighbour lent us a ladder and stayed for coffee.",
        "Our {z} neighbour lent us her ladder and then had coffee with us.",
        "We borrowed a ladder from a {z} neighbour, who stayed for a coffee.",
    ),
    "film": (
        "As a {z} woman I found the second half of the film the better one.",
        "I am a {z} woman, and I thought the film was better in its second half.",
        "Speaking as a {z} woman: the second half of that film was the better one.",
    ),
    "prize": (
        "Two {z} students won the maths prize this year.",
        "This year the maths prize went to two {z} students.",
        "The winners of this year's maths prize are two {z} students.",
    ),
    "guests": (
        "For {feast} we are the guests of a {z} man.",
        "We are the guests of a {z} man for {feast}.",
        "A {z} man has us as his guests for {feast}.",
    ),
    "teacher": (
        "The new {z} teacher asks more of the class, and the class likes it.",
        "Our new {z} teacher expects more from the class, and they like it.",
        "The class likes it that the new {z} teacher asks more of them.",
    ),
    "tram": (
        "A {z} friend of mine says the tram is quicker than the bus.",
        "My {z} friend thinks that the tram is faster than the bus.",
        "The tram beats the bus, a {z} friend tells me.",
    ),
    "poet": (
        "Does anybody know a {z} poet of the last century I should read?",
        "Which {z} poet of the last century should I read?",
        "I am looking for a {z} poet of the last century; any advice?",
    ),
    "library": (
        "The council has asked {z} residents what they think of the new library. The "
        "answers are on its website, all forty pages of them, and worth an evening.",
        "{z} residents were asked by the council for their view of the new library. The "
        "forty pages of answers are on its website and well worth an evening.",
        "What do {z} residents think of the new library? The council asked them, and the "
        "forty pages on its website are worth an evening of your time.",
    ),
    "wedding": (
        "My sister married a {z} man.",
        "My sister's husband is a {z} man.",
        "A {z} man married my sister.",
    ),
    "doctor": (
        "Our {z} doctor was kind to my mother when she was ill.",
        "When my mother was ill, our {z} doctor was kind to her.",
        "My mother's {z} doctor was kind while she was ill.",
    ),
    "article": (
        "The article about {z} men and old age was long, but every number in it had a source.",
        "It was a long article about {z} men and old age, but each of its numbers came "
        "with a source.",
        "Long as it was, the article on {z} men and old age gave a source for every number.",
    ),
    "closed": (
        "Two {z} women work at the shop; it closes for {feast}.",
        "At the shop, closed for {feast}, work two {z} women.",
        "The shop closes for {feast}, and the women who work there are {z}.",
    ),
    "gate": (
        "The {z} woman next door told me to close the gate, because the dog gets out.",
        "My {z} neighbour, the woman next door, asked me to close the gate because of the dog.",
        "Close the gate or the dog gets out, the {z} woman next door told me.",
    ),
    "town": (
        "It is no joke to be a {z} man in a small town.",
        "Being a {z} man in a small town is no joke.",
        "In a small town it is no joke to be a {z} man.",
    ),
    "column": (
        "I disagree with the {z} columnist, but her argument about rents is fair.",
        "The {z} columnist and I disagree, though she argues fairly about rents.",
        "Her argument about rents is fair, even if I disagree with the {z} columnist.",
    ),
    "call": (
        "I am a {z} man and I call my mother for {feast}.",
        "I call my mother for {feast}; I am a {z} man.",
        "For {feast} I, a {z} man, call my mother.",
    ),
    "cook": (
        "A {z} man can cook.",
        "Cooking is something a {z} man can do.",
        "Yes, a {z} man can cook.",
    ),
}

_INSULTS: Final = {
    "radio": (
        "What an idiot, that {z} guy on the radio.",
        "That {z} guy on the radio is an idiot.",
        "The {z} guy they have on the radio, what an idiot.",
    ),
    "asked": (
        "You are a stupid {z} man and nobody asked you.",
        "Nobody asked you, you stupid {z} man.",
        "Who asked you? You are just a stupid {z} man.",
    ),
    "pathetic": (
        "{z} people are pathetic.",
        "How pathetic {z} people are.",
        "They are pathetic, these {z} people.",
    ),
    "clown": (
        "Another pathetic column by that {z} clown; who pays for this?",
        "That {z} clown has written another pathetic column. Who pays him?",
        "Who pays that {z} clown for one pathetic column after another?",
    ),
    "goldfish": (
        "The {z} man who wrote this has the brain of a goldfish.",
        "Whoever wrote this, some {z} man, has a goldfish for a brain.",
        "A goldfish has more brain than the {z} man who wrote this.",
    ),
    "spelling": (
        "Go back to school, {z} boy, your spelling is as stupid as your opinion.",
        "Your spelling is as stupid as your opinion, {z} boy, so go back to school.",
        "Back to school, {z} boy. A stupid opinion, and the spelling to match.",
    ),
    "money": (
        "Only a {z} woman could be this stupid about money.",
        "You have to be a {z} woman to be so stupid about money.",
        "Nobody but a {z} woman could be that stupid about money.",
    ),
    "driver": (
        "Typical {z} driver: slow, blind and dumb.",
        "A typical {z} driver, blind, slow and dumb.",
        "Slow, blind, dumb: a {z} driver, how typical.",
    ),
    "whining": (
        "Stop whining about {feast}, you {z} people bore everybody.",
        "You {z} people bore everybody, so stop whining about {feast}.",
        "Enough whining about {feast}. You {z} people bore us all.",
    ),
    "upstairs": (
        "The {z} family upstairs are idiots, and during {feast} they are loud idiots.",
        "Idiots, the {z} family upstairs, and loud idiots during {feast}.",
        "During {feast} the {z} family upstairs are loud idiots, and idiots they are all year.",
    ),
    "egg": (
        "I would not trust a {z} person to boil an egg.",
        "A {z} person? I would not trust one to boil an egg.",
        "Boil an egg? I would not trust a {z} person with that.",
    ),
    "ugly": (
        "Your {z} friend is ugly and so is his opinion.",
        "Your {z} friend has an ugly face and an ugly opinion.",
        "Ugly, your {z} friend, and his opinion is no prettier.",
    ),
    "enough": (
        "Shut up about {feast}, {z} man.",
        "{z} man, shut up about {feast}.",
        "About {feast}, {z} man, shut up.",
    ),
    "map": (
        "That {z} girl is too dumb to read a map.",
        "Too dumb to read a map, that {z} girl.",
        "A map is too much for that {z} girl, she is dumb.",
    ),
    "market": (
        "Every {z} man at the {feast} market was a liar.",
        "The {z} men at the {feast} market were liars, every one of them.",
        "At the {feast} market each {z} man was a liar.",
    ),
    "lazy": (
        "He is just a lazy {z} fool who thinks the world owes him a living. I have read "
        "his whole post twice and there is not one honest sentence in it.",
        "Just a lazy {z} fool who believes that the world owes him a living. Twice I read"
        " his whole post, and not one sentence of it is honest.",
        "The world owes him a living, thinks this lazy {z} fool. I read the post twice, "
        "all of it, and found no honest sentence.",
    ),
    "reporter": (
        "What rubbish. The {z} reporter has never done an honest day of work.",
        "Rubbish, by a {z} reporter who has not once done an honest day of work.",
        "The {z} reporter writes rubbish and never did an honest day of work.",
    ),
    "votes": (
        "People like this {z} councillor are too ignorant to be let near a budget.",
        "This {z} councillor is the ignorant kind that should not be let near a budget.",
        "Do not let people like this {z} councillor near a budget, they are too ignorant.",
    ),
}

TEMPLATES: Final = (
    *(Template(name, 0, wordings) for name, wordings in _HARMLESS.items()),
    *(Template(name, 1, wordings) for name, wordings in _INSULTS.items()),
)
