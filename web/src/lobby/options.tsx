/** A game's options as fields of a form, made from their JSON Schema. */

import type { Schema } from "../hall/wire";
import { optionChoice, optionLabel } from "../saying";

export interface Field {
  name: string;
  schema: Schema;
  /** The option's value from what a form says. */
  read: (said: FormDataEntryValue | null) => unknown;
}

/** The schema itself, behind any reference. */
function resolved(schema: Schema, all: Record<string, Schema>): Schema {
  const name = schema.$ref?.split("/").at(-1);
  const found = name ? all[name] : undefined;
  return found ? { ...found, ...schema, $ref: undefined } : schema;
}

/** The fields of a game's options, in their order. */
export function optionFields(options: Schema): Field[] {
  const all = options.$defs ?? {};
  const { properties = {} } = resolved(options, all);
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolved(property, all);
    return { name, schema, read: reader(schema) };
  });
}

function reader(schema: Schema): Field["read"] {
  if (schema.type === "boolean") return (said) => said === "on";
  if (schema.type === "integer" || schema.type === "number") return (said) => Number(said);
  if (schema.enum) return (said) => schema.enum?.find((value) => String(value) === said) ?? schema.default;
  return (said) => String(said ?? "");
}

export function OptionInput({ field: { name, schema } }: { field: Field }) {
  const key = `option.${name}`;
  const label = optionLabel(name);
  if (schema.type === "boolean") {
    return (
      <label class="check">
        <input type="checkbox" name={key} defaultChecked={schema.default === true} />
        {label}
      </label>
    );
  }
  if (schema.enum) {
    return (
      <label>
        {label}
        <select name={key}>
          {schema.enum.map((value) => (
            <option key={value} value={String(value)} selected={value === schema.default}>
              {optionChoice(String(value))}
            </option>
          ))}
        </select>
      </label>
    );
  }
  const value = String(schema.default ?? "");
  const numeric = schema.type === "integer" || schema.type === "number";
  return (
    <label>
      {label}
      {numeric ? (
        <input name={key} type="number" min={schema.minimum} max={schema.maximum} defaultValue={value} />
      ) : (
        <input name={key} defaultValue={value} />
      )}
    </label>
  );
}
