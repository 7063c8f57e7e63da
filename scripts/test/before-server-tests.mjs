import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinnedNode } from '../setup/pinned-node.mjs';
import { buildServerWhenStale } from '../build/build-server.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Builds the server when a source has changed: the tests of the server start the built one (vitest.config.ts). */
export default async function setup() {
  await buildServerWhenStale(root, pinnedNode(root));
}
