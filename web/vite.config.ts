import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { builtBeside } from './beside-build.ts';
import { leanContract, pureFunctions } from './lean-contract.ts';

const server = process.env['SAMAY_SERVER'] ?? 'http://127.0.0.1:3000';
// Of use-sync-external-store only what the router needs: the rest comes with the drawing library.
const framework =
  /node_modules[/](react|react-dom|scheduler|use-sync-external-store[/](shim|cjs[/]use-sync-external-store-shim)|@tanstack[/](react-router|router-core|history|store|react-store))[/]/;
const controls =
  /@mantine[/]core[/]esm[/](core[/](Box|MantineProvider|styles-api|factory|InlineStyles|DirectionProvider)|components[/](Text|Loader|Input|InputBase|Button|UnstyledButton|ActionIcon|Stack|Group|Title|Anchor|Alert|CloseButton|TextInput|Transition|Center|Checkbox|PasswordInput|Divider|Paper))[/]/;
const proxy = { '/api': server, '/.well-known': server, '^/(?:(?:privacy-policy|terms)/?|landing/.*)?(?:[?].*)?$': server };

export default defineConfig({
  plugins: [leanContract(), react(), builtBeside('landing'), builtBeside('offline')],
  build: {
    outDir: 'dist',
    assetsDir: 'static',
    target: 'es2022',
    // Nothing inline: the content security policy allows files of this site only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { manualPureFunctions: pureFunctions },
      // What every page needs, in one piece: it compresses better and asks once.
      output: {
        // Specification 7, "Other": lazy script chunks load from a static js path.
        entryFileNames: 'static/js/[name]-[hash].js',
        chunkFileNames: 'static/js/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'framework', test: framework, priority: 2 },
            { name: 'controls', test: controls, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
});
