import { buildServerWhenStale } from './build-server.mjs';
import { buildWebWhenStale } from './build-web.mjs';

/**
 * Builds the server and the web application, if a source has changed since the last build. Throws
 * when a build fails.
 */
export async function buildWhenStale(root, node) {
  await buildServerWhenStale(root, node);
  await buildWebWhenStale(root, node);
}
