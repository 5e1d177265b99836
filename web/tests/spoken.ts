/** Every language, learnt before the tests that speak it: tests are plain and wait for nothing. */

import { firstWords, type Language, LANGUAGES, speakLanguage } from "../src/words";

export const CODES = Object.keys(LANGUAGES) as Language[];

for (const code of CODES) {
  speakLanguage(code);
  await firstWords();
}
speakLanguage("en");
