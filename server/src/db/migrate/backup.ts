import fs from 'node:fs';
import path from 'node:path';
import { now } from '@samay/contract/core/time';
import type { EmbeddedDatabase } from '../client/open-database.ts';
import { placesOf } from '../embedded/embedded-directory.ts';
import { syncPath } from '../embedded/sync-path.ts';

const keptBackups = 5;

/**
 * Saves the whole embedded database as `<directory>/backups/<instant>-<reason>.tar.gz`, readable by its owner only, and drops all but the
 * last five of the same reason. `openEmbedded({ directory, dump })` opens one in an empty directory.
 *
 * @returns the file, or undefined for a database in memory
 */
export async function keepBackup(database: EmbeddedDatabase, reason: string): Promise<string | undefined> {
  if (database.directory === undefined) return undefined;
  const { backups } = placesOf(database.directory);
  fs.mkdirSync(backups, { recursive: true, mode: 0o700 });
  const instant = now().toISOString().replaceAll(/[:.]/g, '-');
  const file = path.join(backups, `${instant}-${reason}.tar.gz`);
  const dump = await database.dump('gzip');
  fs.writeFileSync(`${file}.unfinished`, Buffer.from(await dump.arrayBuffer()), { mode: 0o600 });
  syncPath(`${file}.unfinished`);
  fs.renameSync(`${file}.unfinished`, file);
  syncPath(backups);
  dropOld(backups, reason);
  return file;
}

function dropOld(backups: string, reason: string): void {
  const files = fs.readdirSync(backups).filter((name) => name.endsWith(`-${reason}.tar.gz`));
  for (const name of files.toSorted().slice(0, -keptBackups)) fs.rmSync(path.join(backups, name));
}
