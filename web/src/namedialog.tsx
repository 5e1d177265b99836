/** "What shall we call you?" */

import { useEffect, useRef, useState } from "preact/hooks";
import { asking, sayName, stayUnknown } from "./entering";
import { Refusal } from "./hall/connection";
import { sentence } from "./saying";
import { w } from "./words";

export function NameDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [trouble, setTrouble] = useState("");
  const open = asking.value;
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
    setTrouble("");
  }, [open]);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const name = new FormData(event.target as HTMLFormElement).get("name");
    try {
      await sayName(String(name));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setTrouble(sentence(error.reason, error.message));
    }
  };
  return (
    <dialog ref={dialog} aria-labelledby="ask-name" onClose={() => open && stayUnknown()}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="ask-name">{w("ask_name")}</h2>
        <p>{w("ask_name_more")}</p>
        <label>
          {w("name")}
          <input name="name" required maxLength={20} autocomplete="nickname" autofocus aria-describedby="name-trouble" />
        </label>
        <p id="name-trouble" class="trouble" role="alert">
          {trouble}
        </p>
        <div class="buttons">
          <button type="button" class="quiet" onClick={stayUnknown}>
            {w("not_now")}
          </button>
          <button type="submit" class="main">
            {w("come_in")}
          </button>
        </div>
      </form>
    </dialog>
  );
}
