import { now } from '@samay/contract/core/time';
import { assertRecipients, writeNewKey } from '../backup/age.ts';
import { backUpPostgres } from '../backup/pgbackrest.ts';
import { backupPath, deleteOldBackups } from '../backup/old-backups.ts';
import { ArchiveRefused } from '../backup/tar.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { readSettings, type Settings } from '../core/settings.ts';
import { openInstallation } from './installation.ts';
import type { Installation } from './remote-installation.ts';
import { runMain, say } from './print.ts';

const usage = `npm run backup                       back up the installation, verify the backup, delete those older than thirty days
npm run backup -- files              PostgreSQL: files, secrets and the ledger of erasures only, without the database
npm run backup -- new-key <file>     write a new key for backups to a file; keep it apart from them`;

/** `npm run backup`: of the embedded database while it runs, or of PostgreSQL with pgBackRest. */
async function main([what, file]: string[]): Promise<void> {
  if (what === 'new-key' && file !== undefined) return newKey(file);
  if (what !== undefined && what !== 'files') throw new ArchiveRefused(usage);
  const settings = readSettings(process.env);
  const { directory, recipients } = settings.backup;
  if (directory === undefined || recipients.length === 0)
    throw new ArchiveRefused(
      'Set BACKUP_DIR to the folder of the backups, and BACKUP_RECIPIENTS to the public key that may open them: npm run backup -- new-key backup.key makes one.',
    );
  assertRecipients(recipients);
  const installation = await openInstallation(settings);
  try {
    await backUp(installation, settings, { folder: directory, recipients, withDatabase: what === undefined });
  } finally {
    await installation.close();
  }
}

async function newKey(file: string): Promise<void> {
  const recipient = await writeNewKey(file);
  say(`${file} opens backups from now on. Without it nobody can: keep copies of it, apart from the backups and from this machine.
Set on the server: BACKUP_RECIPIENTS=${recipient}`);
}

async function backUp(
  installation: Installation,
  settings: Settings,
  {
    folder,
    recipients,
    withDatabase,
  }: { folder: string; recipients: readonly string[]; withDatabase: boolean },
): Promise<void> {
  const began = now();
  const kind = installation.database === 'postgres' && withDatabase ? await backUpPostgres() : 'whole';
  // After the database: a file that it names is in the folder by then.
  const written = await writeBackup(await installation.archive(), {
    path: backupPath(folder, began),
    recipients,
  });
  const deleted = await deleteOldBackups(folder, began);
  const { members, bytes, fileBytes, path } = written;
  const megabytes = Math.ceil(fileBytes / 1_000_000);
  if (installation.database === 'embedded' || withDatabase) {
    const seconds = Math.round((now().getTime() - began.getTime()) / 1000);
    await installation.mark({
      name: 'backup',
      at: began,
      detail: { kind, megabytes, files: members, seconds },
    });
  }
  if (kind !== 'whole') say(`PostgreSQL: a ${kind} backup is in the repository of pgBackRest.`);
  say(
    `${path}: ${members} files, ${Math.ceil(bytes / 1_000_000)} MB, encrypted ${megabytes} MB. It was opened and compared.`,
  );
  if (deleted > 0) say(`${deleted} backups older than thirty days were deleted.`);
}

await runMain(() => main(process.argv.slice(2)));
