import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a reply is made of: the server and the contract. */
const folders = ['../../src', '../../../contract/src'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

let hash: Promise<string> | undefined;

/**
 * A hash of this release's sources: the same on every server of one release, another one as soon as a reply may be made differently. Read when
 * first asked for.
 */
export function releaseHash(): Promise<string> {
  hash ??= hashOf(folders).catch((error: unknown) => {
    hash = undefined; // The next request tries again.
    throw error;
  });
  return hash;
}

/** File by file: a server with thousands of open streams has few descriptors left. */
async function hashOf(roots: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  for (const root of roots) {
    const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    for (const name of names.toSorted()) digest.update(name).update(await readFile(join(root, name)));
  }
  return digest.digest('base64url');
}
