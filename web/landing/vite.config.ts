import { join } from 'node:path';
import { defineConfig } from 'vite';
import { includeParts } from './include-parts.ts';
import { pages } from './pages.ts';
import { preloadFont } from './preload-font.ts';

/** Builds the pages that the server serves itself; separate-build.ts sets the output folder. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/landing/',
  publicDir: false,
  plugins: [includeParts(), preloadFont()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: Object.keys(pages).map((page) => join(import.meta.dirname, page)) },
  },
});
