/** The form in which a drawing becomes largest in the place it has. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** A drawing is this wide and high, in units of its own. */
export interface Form {
  width: number;
  height: number;
  /** What it is worth beside the others, if not as much: it is taken if it can be shown so much larger. */
  worth?: number;
}

/** Of these forms the one that is shown largest within so many pixels, or is worth it. */
export function largest<F extends Form>(forms: readonly F[], width: number, height: number): F {
  const scale = (form: F): number => Math.min(width / form.width, height / form.height) * (form.worth ?? 1);
  return forms.reduce((best, form) => (scale(form) > scale(best) ? form : best));
}

/** The same for an element, whatever becomes of its size. */
export function useForm<F extends Form, E extends Element = HTMLDivElement>(forms: readonly F[]): [RefObject<E | null>, F] {
  const place = useRef<E>(null);
  const [form, choose] = useState<F>(forms[0] as F);
  useLayoutEffect(() => {
    const here = place.current;
    if (!here) return;
    const measure = (): void => {
      const { clientWidth, clientHeight } = here;
      if (clientWidth && clientHeight) choose(largest(forms, clientWidth, clientHeight));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(here);
    return () => watch.disconnect();
  }, [forms]);
  return [place, form];
}
