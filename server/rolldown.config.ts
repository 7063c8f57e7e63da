import { relative } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import { releaseHash } from './src/core/release.ts';

const output = `${import.meta.dirname}/dist`;

/**
 * Keeps files next to a module (workers, migrations, pages) in place: its own address stays what it
 * was before it was bundled.
 */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  transform: {
    filter: { id: /\/(?:server|contract)\/src\//, code: /import\.meta\.url/ },
    handler: (code, id) => {
      const address = relative(output, id).replaceAll('\\', '/');
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(address)}, import.meta.url).href`);
    },
  },
};

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // Finds its WebAssembly and its extensions next to its own files.
  external: /^@electric-sql\/pglite/,
  transform: { define: { builtRelease: JSON.stringify(releaseHash()) } },
  plugins: [ownAddresses],
  // Files of an earlier build stay: a server that runs may still import them.
  output: { dir: output, format: 'esm', entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' },
});
