import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenStale } from '../build/build.mjs';
import { installPackages } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';

// `npm run setup`: prepares the start as `npm start` does. For machines on which a command or a
// supervisor runs first.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
try {
  await installPackages(root);
  await buildWhenStale(root, pinnedNode(root));
  console.log('Packages, server and pages are ready.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
