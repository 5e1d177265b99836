/** What people may like otherwise: language, light, dark or high contrast, sound, notifications. */

import { effect, signal } from "@preact/signals";
import { canNotify, notifies, switchNotifying } from "./attention";
import { keep, kept } from "./kept";
import { sound, switchSound } from "./sound";
import { language, LANGUAGES, speakLanguage, w } from "./words";

const LOOKS = ["", "light", "dark", "contrast"] as const;
const look = signal(kept("look"));

/** Let the page look as it is liked; as the device is set, where nobody said otherwise. */
export function dress(): void {
  const more = window.matchMedia("(prefers-contrast: more)");
  const wanted = signal(more.matches);
  more.addEventListener("change", () => (wanted.value = more.matches));
  effect(() => {
    document.documentElement.dataset.look = look.value || (wanted.value ? "contrast" : "");
    keep("look", look.value);
  });
  effect(() => {
    document.documentElement.lang = language.value;
  });
}

export function Settings() {
  return (
    <div class="settings">
      <label>
        {w("language")}
        <select value={language.value} onChange={(event) => speakLanguage(event.currentTarget.value)}>
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {w("look")}
        <select value={look.value} onChange={(event) => (look.value = event.currentTarget.value)}>
          {LOOKS.map((each) => (
            <option key={each} value={each}>
              {w(each ? `look_${each}` : "look_system")}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={sound.value} onChange={(event) => switchSound(event.currentTarget.checked)} />
        {w("sound")}
      </label>
      {canNotify && (
        <label class="check">
          <input type="checkbox" checked={notifies.value} onChange={(event) => void switchNotifying(event.currentTarget.checked)} />
          {w("notify")}
        </label>
      )}
    </div>
  );
}
