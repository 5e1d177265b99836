/**
 * The texts of the page, in the language that was chosen. English comes with the page; `words/` has a file for each
 * language, fetched when somebody speaks it. What only one board or room says is in the `words.ts` beside it, in all
 * languages, and comes with it.
 */

import { computed, signal } from "@preact/signals";
import { keep, kept } from "./kept";
import { en } from "./words/en";

/** The languages of the page, by what they call themselves. */
export const LANGUAGES = { en: "English", de: "Deutsch", it: "Italiano", cs: "Čeština", fr: "Français", es: "Español" };
export type Language = keyof typeof LANGUAGES;
/** What the page can say. */
export type Word = keyof typeof en;
/** All of it in one language. */
export type Texts = Record<Word, string>;

/**
 * A text in every language. `{n}` is a place for something; `{n:point|points}` says what there are n of: one, or more.
 * Where a few are called otherwise than many, that form stands between: `{n:bod|body|bodů}`.
 */
export type Said = readonly [en: string, de: string, it: string, cs: string, fr: string, es: string];

const CODES = Object.keys(LANGUAGES) as Language[];
const known: Partial<Record<Language, Texts>> & { en: Texts } = { en };
const elsewhere: Record<Exclude<Language, "en">, () => Promise<Texts>> = {
  de: async () => (await import("./words/de")).de,
  it: async () => (await import("./words/it")).it,
  cs: async () => (await import("./words/cs")).cs,
  fr: async () => (await import("./words/fr")).fr,
  es: async () => (await import("./words/es")).es,
};

const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);

/** The language that is wanted: chosen, else the browser's. */
let wanted = [kept("language"), ...navigator.languages.map((each) => each.slice(0, 2))].find(isLanguage) ?? "en";

/** The language of the page: the one that is wanted, as soon as its words are here. */
export const language = signal<Language>("en");

/** Speak a language once its words are here, if it is still wanted; English if they cannot be had. */
async function learn(code: Language): Promise<void> {
  if (code !== "en") known[code] ??= await elsewhere[code]().catch(() => undefined);
  if (code === wanted) language.value = known[code] ? code : "en";
}

/** Have the words of the wanted language, or English ones: the page is rendered after this. */
export const firstWords = (): Promise<void> => learn(wanted);

/** Change the language, and remember. The page speaks the old one until the words of the new one are here. */
export function speakLanguage(code: string): void {
  if (!isLanguage(code)) return;
  keep("language", code);
  wanted = code;
  if (known[code]) language.value = code;
  else void learn(code);
}

const plural = computed(() => new Intl.PluralRules(language.value));

/** The form that goes with a number, or with the last one of 2–4: for one, for a few if the language has that, for any other. */
function counted(n: string | number, forms: string[]): string {
  const kind = plural.value.select(Number(`${n}`.split("–").pop()));
  return (kind === "one" ? forms[0] : kind === "few" ? forms[1] : forms.at(-1)) ?? "";
}

type Places = Record<string, string | number>;

/** A text with whatever belongs in its {places}. */
const filled = (text: string, places: Places): string =>
  text.replace(/\{(\w+)(?::([^}]+))?\}/g, (all, place: string, forms?: string) => {
    const given = places[place];
    if (given === undefined) return all;
    return forms ? counted(given, forms.split("|")) : String(given);
  });

/** The small catalogues that are here. */
export const catalogues: Record<string, Said>[] = [];

/** A text of a small catalogue. */
const said = (text: Said, places: Places): string => filled(text[CODES.indexOf(language.value)] ?? text[0], places);

/** Whoever says the texts of a small catalogue. */
export function speaker<Known extends string>(catalogue: Record<Known, Said>) {
  catalogues.push(catalogue);
  return (word: Known, places: Places = {}): string => said(catalogue[word], places);
}

/** A text of the page. */
export const w = (word: Word, places: Places = {}): string => filled((known[language.value] ?? en)[word], places);

/** What stands between a heading and what it is about, where no text has both: French keeps a space before it. */
export const colon = (): string => (language.value === "fr" ? "\u00a0: " : ": ");

/** A text that may be there or not: the page's, or one that a board has brought. */
export function maybe(word: string, places: Places = {}): string {
  if (Object.hasOwn(en, word)) return w(word as Word, places);
  const text = catalogues.find((catalogue) => Object.hasOwn(catalogue, word))?.[word];
  return text ? said(text, places) : "";
}
