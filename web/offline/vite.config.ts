import { join } from 'node:path';
import { defineConfig } from 'vite';
import { leanContract } from '../lean-contract.ts';
import { shellList } from './shell-list.ts';

const root = import.meta.dirname;

/** Builds the offline page and its service worker; separate-build.ts sets the output folder. */
export default defineConfig({
  root,
  base: '/offline/',
  publicDir: false,
  plugins: [leanContract(), shellList(join(root, '..', 'public'))],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [join(root, 'index.html'), join(root, 'worker.ts')],
      // The worker's URL has no hash: browsers look for a new version at the same URL.
      output: { entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js') },
    },
  },
});
