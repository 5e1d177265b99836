import { defineConfig } from "vite";

const hall = "http://127.0.0.1:8080";

// `npm run dev` shows the page while it is being written; the hall itself must run beside it.
export default defineConfig({
  base: "./",
  build: {
    outDir: "../src/tablehall/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the hall allows nothing inline
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": hall, "/version": hall, "/ws": { target: hall, ws: true } } },
});
