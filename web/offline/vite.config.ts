import { join } from 'node:path';
import { defineConfig } from 'vite';
import { leanContract } from '../lean-contract.ts';
import { shellList } from './shell-list.ts';

const root = import.meta.dirname;

/** The page that stands in where the network fails, and the worker that hands it out; beside-build.ts says where they go. */
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
      // The worker's address stays the same from version to version: browsers look there for the next one.
      output: { entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js') },
    },
  },
});
