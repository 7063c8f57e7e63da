import { now } from '@samay/contract/core/time';
import { assertRecipients, writeNewKey } from '../backup/age.ts';
import { backUpPostgres } from '../backup/pgbackrest.ts';
import { backupPath, deleteOldBackups } from '../backup/old-backups.ts';
import { getSigner } from '../backup/signature.ts';
import { ArchiveRefused } from '../backup/tar.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { readSettings } from '../core/settings.ts';
import { openInstallation } from './installation.ts';
import type { Installation } from './remote-installation.ts';
import { runMain, say } from './print.ts';

const usage = `npm run backup                       back up the installation, verify the backup, delete those older than thirty days
npm run backup -- files              PostgreSQL: files, secrets and the ledger of erasures only, without the database
npm run backup -- new-key <file>     write a new key for backups to a file; keep it apart from them`;

/**
 * `npm run backup`: backs up the embedded database while it runs, or PostgreSQL with pgBackRest.
 */
async function main([what, file]: string[]): Promise<void> {
  if (what === 'new-key' && file !== undefined) return newKey(file);
  if (what !== undefined && what !== 'files') throw new ArchiveRefused(usage);
  const settings = readSettings(process.env);
  const { directory, recipients, signingKey } = settings.backup;
  if (directory === undefined || recipients.length === 0 || signingKey === undefined)
    throw new ArchiveRefused(
      'Set BACKUP_DIR to the folder of the backups, BACKUP_RECIPIENTS to the public key that may open them, and BACKUP_SIGNING_KEY to the key that signs them: npm run backup -- new-key backup.key makes both keys.',
    );
  assertRecipients(recipients);
  getSigner(signingKey);
  const installation = await openInstallation(settings);
  try {
    await backUp(installation, {
      folder: directory,
      recipients,
      signingKey,
      withDatabase: what === undefined,
    });
  } finally {
    await installation.close();
  }
}

async function newKey(file: string): Promise<void> {
  const { recipient, signingKey } = await writeNewKey(file);
  say(`${file} opens backups from now on. Without it nobody can: keep copies of it, apart from the backups and from this machine.
Set on the server: BACKUP_RECIPIENTS=${recipient}
BACKUP_SIGNING_KEY=${signingKey}
The second is a secret of the server: who has it can make backups that a restore takes for yours.`);
}

interface Wanted {
  readonly folder: string;
  readonly recipients: readonly string[];
  readonly signingKey: string;
  readonly withDatabase: boolean;
}

async function backUp(
  installation: Installation,
  { folder, recipients, signingKey, withDatabase }: Wanted,
): Promise<void> {
  const began = now();
  const kind = installation.database === 'postgres' && withDatabase ? await backUpPostgres() : 'whole';
  // Copies the database first, so that every file that it names is in the folder by then.
  const written = await writeBackup(await installation.archive(), {
    path: backupPath(folder, began),
    recipients,
    signingKey,
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
