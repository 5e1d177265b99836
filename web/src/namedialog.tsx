/** "What shall we call you?", or which code did the other device give? */

import { useEffect, useRef, useState } from "preact/hooks";
import { asking, offered, sayName, showCode, stayUnknown } from "./entering";
import { left, me, Refusal } from "./hall/connection";
import { sentence } from "./saying";
import { w } from "./words";

export function NameDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [trouble, setTrouble] = useState("");
  const wanted = asking.value;
  const open = wanted !== "";
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  useEffect(() => {
    setTrouble("");
    dialog.current?.querySelector("input")?.focus();
  }, [wanted]);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const said = String(new FormData(event.target as HTMLFormElement).get(wanted));
    try {
      await (wanted === "code" ? showCode(said) : sayName(said));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setTrouble(sentence(error.reason, error.message));
    }
  };
  return (
    <dialog ref={dialog} aria-labelledby="who" onClose={() => asking.value && stayUnknown()}>
      {open && (
        <form key={wanted} onSubmit={(event) => void submit(event)}>
          {left.value && <p>{w("link_left")}</p>}
          {wanted === "code" ? <Code /> : <Name />}
          <p id="who-trouble" class="trouble" role="alert">
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
      )}
    </dialog>
  );
}

function Name() {
  return (
    <>
      <h2 id="who">{w("ask_name")}</h2>
      <p>{w("ask_name_more")}</p>
      <label>
        {w("name")}
        <input name="name" required maxLength={20} autocomplete="nickname" autofocus aria-describedby="who-trouble" />
      </label>
      <button type="button" class="quiet other-way" onClick={() => (asking.value = "code")}>
        {w("have_code")}
      </button>
    </>
  );
}

function Code() {
  return (
    <>
      <h2 id="who">{w("ask_code")}</h2>
      <p>{me.value ? w("ask_code_instead", { name: me.value.name }) : w("ask_code_more")}</p>
      <label>
        {w("device_code")}
        <input
          name="code"
          class="code-input"
          required
          maxLength={12}
          autocomplete="one-time-code"
          autocapitalize="characters"
          spellcheck={false}
          autofocus
          defaultValue={offered.value}
          aria-describedby="who-trouble"
        />
      </label>
      {!me.value && (
        <button type="button" class="quiet other-way" onClick={() => (asking.value = "name")}>
          {w("have_no_code")}
        </button>
      )}
    </>
  );
}
