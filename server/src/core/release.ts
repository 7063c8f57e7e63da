import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Lists the sources of a reply: the server, the contract, and the functions of the database. */
const folders = ['../../src', '../../../contract/src', '../../migrations'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);

let kept: string | undefined;

/**
 * The hash that the build puts into server/dist (server/rolldown.config.ts); not declared where the
 * sources run.
 */
declare const builtRelease: string;

/**
 * Hashes this release's sources: equal on every server of one release, different as soon as a reply
 * may differ. A server calls it before it listens. Reading all files in one go takes some 10 ms;
 * file by file between the requests of a busy server it took seconds, and each screen waited for
 * it.
 */
export function releaseHash(): string {
  return typeof builtRelease === 'string' ? builtRelease : (kept ??= hashOfSources());
}

/** Hashes all files through one buffer: a buffer for each would stay with the process, 8 MB. */
function hashOfSources(): string {
  const digest = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(64 * 1024);
  for (const { folder, name } of releaseSources()) {
    digest.update(name);
    const file = openSync(join(folder, name), 'r');
    try {
      let length: number;
      while ((length = readSync(file, buffer, {})) > 0) digest.update(buffer.subarray(0, length));
    } finally {
      closeSync(file);
    }
  }
  return digest.digest('base64url');
}

/** Lists the hashed files in an order that is equal on every server. */
export function releaseSources(): { readonly folder: string; readonly name: string }[] {
  return folders.flatMap((folder) => {
    const names = (readdirSync(folder, { recursive: true }) as string[]).filter(
      (name) => /\.(?:ts|sql)$/.test(name) && !name.endsWith('.test.ts'),
    );
    return names.toSorted().map((name) => ({ folder, name }));
  });
}
