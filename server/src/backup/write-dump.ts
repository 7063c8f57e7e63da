import { Readable } from 'node:stream';
import { now } from '@samay/contract/core/time';
import type { EmbeddedDatabase } from '../db/open-database.ts';
import { assertRecipients } from './age.ts';
import { dumpMembers } from './archive-members.ts';
import { writeArchive } from './archive.ts';
import { dumpPath } from './old-backups.ts';
import { writeBackup } from './write-backup.ts';

/**
 * Saves the embedded database before a migration changes it, as a backup without files and secrets
 * in `DATA_DIR/backups`: encrypted for the recipients of backups, if any, and reopened before it
 * gets its name. `restoreDump` restores it.
 * @returns the file, or undefined for a database in memory
 * @throws ArchiveRefused for an invalid recipient
 */
export async function writeDump(
  database: EmbeddedDatabase,
  recipients: readonly string[],
): Promise<string | undefined> {
  if (database.directory === undefined) return undefined;
  assertRecipients(recipients);
  const takenAt = now();
  const path = dumpPath(database.directory, takenAt, { isEncrypted: recipients.length > 0 });
  await writeBackup(Readable.from(writeArchive(dumpMembers(database, takenAt)), { objectMode: false }), {
    path,
    recipients,
  });
  return path;
}
