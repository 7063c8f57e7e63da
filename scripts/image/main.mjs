import { dirname, join } from 'node:path';
import { installPackages } from '../setup/install.mjs';
import { pinnedNode } from '../setup/pinned-node.mjs';

// `npm run image`: writes dist/image, from which Containerfile builds the images of both architectures.
// docs/operations.md has the commands that follow. No static import may lead to a package.
const root = dirname(dirname(import.meta.dirname));
const folder = join(root, 'dist', 'image');
try {
  await installPackages(root);
  const { processors, stageImage } = await import('./stage.mjs');
  await stageImage(root, { node: pinnedNode(root), folder, architectures: Object.keys(processors) });
  console.log(`${folder} is ready for Containerfile.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
