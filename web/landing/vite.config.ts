import { join } from 'node:path';
import { defineConfig } from 'vite';

/** The pages that the server answers itself; landing-build.ts says where they go. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/landing/',
  publicDir: false,
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'privacy-policy.html', 'terms.html'].map((page) => join(import.meta.dirname, page)),
    },
  },
});
