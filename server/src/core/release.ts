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
  return (hash ??= hashOf(folders));
}

async function hashOf(roots: readonly string[]): Promise<string> {
  const listed = await Promise.all(roots.map(async (root) => (await readdir(root, { recursive: true })).map((name) => join(root, name))));
  const names = listed.flat().filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const contents = await Promise.all(names.toSorted().map((name) => readFile(name)));
  const digest = createHash('sha256');
  for (const content of contents) digest.update(createHash('sha256').update(content).digest());
  return digest.digest('base64url');
}
