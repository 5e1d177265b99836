/** What a browser would have around the page. */

const around = globalThis as Record<string, unknown>;
around.navigator ??= { languages: ["en"] };
around.location ??= { hash: "", href: "http://hall.test/" };
around.window ??= { addEventListener: () => {}, setTimeout, clearTimeout };
