import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadOnce } from './load-once.ts';

/** What a reply is made of: the server, the contract, and the functions of the database. */
const folders = ['../../src', '../../../contract/src', '../../migrations'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

/**
 * A hash of this release's sources: the same on every server of one release, another one as soon as a reply may be made differently. Read when
 * first asked for.
 */
export const releaseHash = loadOnce(hashOfSources);

/** File by file: a server with thousands of open streams has few descriptors left. */
async function hashOfSources(): Promise<string> {
  const digest = createHash('sha256');
  for (const { folder, name } of await releaseSources()) digest.update(name).update(await readFile(join(folder, name)));
  return digest.digest('base64url');
}

/** The files that the hash is made of, in an order that is the same on every server. */
export async function releaseSources(): Promise<{ readonly folder: string; readonly name: string }[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:ts|sql)$/.test(name) && !name.endsWith('.test.ts'));
      return names.toSorted().map((name) => ({ folder, name }));
    }),
  );
  return found.flat();
}
