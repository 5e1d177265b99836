import { defineConfig, type Plugin } from "vite";

const hall = "http://127.0.0.1:8080";

/** The face may be given to others only together with its licence. */
const licence: Plugin = {
  name: "licence",
  apply: "build",
  async generateBundle() {
    const source = await this.fs.readFile("node_modules/@fontsource/bricolage-grotesque/LICENSE");
    this.emitFile({ type: "asset", fileName: "assets/bricolage-grotesque-LICENSE.txt", source });
  },
};

/** What comes first comes as one file, however rooms that are fetched later share it: fewer headers, packed better. */
const first = { name: "first", tags: ["$initial" as const], test: /\.(tsx?|m?js)$/ };

// `npm run dev` shows the page while it is being written; the hall itself must run beside it.
export default defineConfig(({ isSsrBuild }) => ({
  base: "./",
  plugins: [licence],
  build: {
    outDir: "../src/tablehall/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the hall allows nothing inline
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: [first] } } },
  },
  server: { proxy: { "/api": hall, "/version": hall, "/ws": { target: hall, ws: true } } },
}));
