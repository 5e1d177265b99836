import { kindSaid, pieceName } from "../src/boards/words";
import type { GameCard } from "../src/hall/wire";
import { listed, places, seatName, sentence } from "../src/saying";
import { catalogues, type Language, language, speakLanguage, type Texts, w } from "../src/words";
import { same, test } from "./check";
import { CODES } from "./spoken";

const FORMS: Record<Language, number> = { en: 2, de: 2, it: 2, cs: 3, fr: 2, es: 2 };
const PLACE = /\{(\w+)(?::([^}]*))?\}/g;

import.meta.glob("../src/**/words.ts", { eager: true }); // every room fills `catalogues`
const books = Object.values(import.meta.glob<Record<string, Texts>>("../src/words/*.ts", { eager: true }));
const page = Object.assign({}, ...books) as Record<Language, Record<string, string>>;

/** Every text of the page and its rooms: what it is called, and how it is said in each language. */
const texts: [string, readonly string[]][] = [
  ...Object.keys(page.en).map((word): [string, string[]] => [word, CODES.map((code) => page[code][word] ?? "")]),
  ...catalogues.flatMap((catalogue) => Object.entries(catalogue)),
];
const placesOf = (text: string): string => [...new Set([...text.matchAll(PLACE)].map(([, place]) => place))].sort().join();
const broken = (holds: (text: string, code: Language, said: readonly string[]) => boolean): string[] =>
  texts.flatMap(([word, said]) => CODES.filter((code, at) => !holds(said[at] ?? "", code, said)).map((code) => `${code} ${word}`));

test("every text is said in all languages, with nothing before or after it", () => {
  same(Object.keys(page).sort(), [...CODES].sort());
  same(catalogues.length > 4, true);
  same(broken((text) => text !== "" && text === text.trim()), []);
});

test("a text has the same places in all languages", () => {
  same(broken((text, _, [english = ""]) => placesOf(text) === placesOf(english)), []);
});

test("what is counted has as many forms as its language", () => {
  const forms = (text: string): string[][] => [...text.matchAll(PLACE)].flatMap(([, , all]) => (all === undefined ? [] : [all.split("|")]));
  same(broken((text, code) => forms(text).every((all) => all.length === FORMS[code] && all.every(Boolean))), []);
});

test("no text has braces that are no place", () => {
  same(broken((text) => !/[{}|]/.test(text.replace(PLACE, ""))), []);
});

/** What stands before a high sign, or after «, without a space that does not break. */
const LOOSE = /[^\u00a0][!?;:»]|«(?!\u00a0)/u;

test("French puts a space that does not break before its high signs", () => {
  same(broken((text, code) => code !== "fr" || !LOOSE.test(text.replace(PLACE, "x"))), []);
  for (const text of ["fini ?", "fini: oui", "«\u00a0fini»", "été!"]) same([text, LOOSE.test(text)], [text, true]);
});

test("a language has its own quotation marks, and Spanish opens its questions", () => {
  const quotes: Record<Language, string> = { en: "“”", de: "„“", it: "«»", cs: "„“", fr: "«»", es: "«»" };
  const alien = (text: string, code: Language): boolean => [...text].some((sign) => '„“”«»"'.includes(sign) && !quotes[code].includes(sign));
  same(broken((text, code) => !alien(text, code) && !/\.\.\.| {2}/.test(text)), []);
  const turned = (text: string): string => text.replace(/[^¿?¡!]/g, "");
  same(broken((text, code) => (code === "es" ? /^(¿\?|¡!)*$/.test(turned(text)) : !/[¿¡]/.test(text))), []);
});

test("a sentence is one in every language, and a question a question", () => {
  const end = (text: string): string => /[.…?!:]?$/.exec(text)?.[0] ?? "";
  const short = new Set(["rank"]); // the head of a narrow column
  same(broken((text, _, [english = ""]) => end(text) === end(english)).filter((found) => !short.has(found.slice(3))), []);
});

test("whatever has more than one word was translated", () => {
  const signs = /^[^\p{L}]*$/u;
  const words = (text: string): string => text.replace(/\{\w+\}/g, "").replace(PLACE, "x").trim();
  same(broken((text, code, [english = ""]) => code === "en" || text !== english || signs.test(words(text)) || !/\s/.test(words(text))), []);
});

test("everybody is addressed as a friend, and alone", () => {
  const stiff: Partial<Record<Language, RegExp>> = {
    de: /(?<=[^.:!?…] )(Sie|Ihre?[nmrs]?|Ihnen)\b|\b(euch|eure?[nmrs]?)\b/u,
    it: /\b(Lei|voi|vi|vostr[aeio]|Suo|Sua)\b/u,
    cs: /(?<!\p{L})([Vv]y|[Vv]ám|[Vv]ás|[Vv]ámi|[Vv]aš\p{L}*|\p{L}+(ejte|ěte))(?!\p{L})/u,
    fr: /(?<!\p{L})([Vv]ous|[Vv]otre|[Vv]os)(?!\p{L})/u,
    es: /(?<!\p{L})([Uu]sted(es)?|[Vv]osotr[ao]s|[Vv]uestr[ao]s?|\p{L}+(áis|éis))(?!\p{L})/u,
  };
  same(broken((text, code) => !stiff[code]?.test(text)), []);
  const strange = { de: "Laden Sie neu.", it: "Ricaricate la vostra pagina.", cs: "Načtěte stránku, hrajte.", fr: "Rechargez votre page.", es: "Guardáis demasiado." };
  same(Object.entries(strange).filter(([code, text]) => !stiff[code as Language]?.test(text)), []);
});

test("a text is said in the language that was chosen", () => {
  for (const code of CODES) speakLanguage(code);
  same(w("your_turn"), "Te toca");
  speakLanguage("klingon");
  same(language.value, "es");
  speakLanguage("en");
});

test("names go where they belong, whatever is in them", () => {
  same(w("turn_of", { name: "$& {name}", n: 1 }), "$& {name} is thinking");
});

test("one is said otherwise than a few, and a few otherwise than many", () => {
  const said: Record<string, string> = {
    en: "0 points, 1 point, 2 points, 5 points",
    de: "0 Punkte, 1 Punkt, 2 Punkte, 5 Punkte",
    it: "0 punti, 1 punto, 2 punti, 5 punti",
    cs: "0 bodů, 1 bod, 2 body, 5 bodů",
    fr: "0 point, 1 point, 2 points, 5 points",
    es: "0 puntos, 1 punto, 2 puntos, 5 puntos",
  };
  for (const code of [...CODES].reverse()) {
    speakLanguage(code);
    same([0, 1, 2, 5].map((n) => w("points", { n })).join(", "), said[code]);
    same(w("points", { n: "1" }), w("points", { n: 1 }));
  }
});

test("two to four are counted as four, and two people do what one does", () => {
  const said: Record<string, string> = {
    en: "2–4 players, 2–8 players, Ben is thinking, Ben and Eve are thinking",
    de: "2–4 Personen, 2–8 Personen, Ben überlegt, Ben und Eve überlegen",
    it: "2–4 persone, 2–8 persone, Ben sta pensando, Ben e Eve stanno pensando",
    cs: "2–4 osoby, 2–8 osob, Ben přemýšlí, Ben a\u00a0Eve přemýšlejí",
    fr: "2–4 personnes, 2–8 personnes, Ben réfléchit, Ben et Eve réfléchissent",
    es: "2–4 personas, 2–8 personas, Ben está pensando, Ben y Eve están pensando",
  };
  for (const code of CODES) {
    speakLanguage(code);
    const thinks = (...names: string[]): string => w("turn_of", { name: listed(names), n: names.length });
    same([...["2–4", "2–8"].map((n) => w("players", { n })), thinks("Ben"), thinks("Ben", "Eve")].join(", "), said[code]);
  }
  speakLanguage("en");
});

test("a refusal that the page does not know is told in the words of the hall", () => {
  same(sentence("not_your_turn", "?"), "It is not your turn.");
  same(sentence("cloud_empty", "?"), "That cloud is empty."); // a board has brought it
  same(sentence("too_hungry", "You are too hungry."), "You are too hungry.");
});

test("whoever is as good shares a place, and the next one comes after all of them", () => {
  same(places([9, 7, 7, 7, 3, 3, 1]), [1, 2, 2, 2, 5, 5, 7]);
  same(places([]), []);
});

test("a crowned man is a king in English only, and no colour has to agree with a piece", () => {
  const game = { seat_names: ["White", "Black"], look: { pieces: { man: {}, king: {} } } } as unknown as GameCard;
  const chess = { ...game, look: { pieces: { king: {} } } } as unknown as GameCard;
  const said: Record<string, string> = {
    en: "Black king, White king, White, king",
    de: "Dame (Schwarz), König (Weiß), Weiß, Dame",
    it: "dama (Nero), re (Bianco), Bianco, dama",
    cs: "dáma (Černý), král (Bílý), Bílý, dáma",
    fr: "dame (Noirs), roi (Blancs), Blancs, dame",
    es: "dama (Negras), rey (Blancas), Blancas, dama",
  };
  for (const code of CODES) {
    speakLanguage(code);
    same([pieceName([1, "king"], game), pieceName([0, "king"], chess), pieceName([0, "x"], game), kindSaid("king", game.look)].join(", "), said[code]);
  }
  speakLanguage("en");
});

test("a seat without a name is counted from one", () => {
  const game = { seat_names: ["White"] } as unknown as GameCard;
  same([0, 1].map((seat) => seatName(game, seat)), ["White", "Seat 2"]);
});
