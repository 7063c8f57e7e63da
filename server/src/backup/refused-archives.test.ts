import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { readSettings } from '../core/settings.ts';
import { version } from '../core/version.ts';
import { newestMigration } from '../db/migrate/migrations.ts';
import { readKeys, writeNewKey } from './age.ts';
import { jsonMember, signArchive, writeArchive } from './archive.ts';
import { writeForgedBackup } from '../../test/fixtures/backup/forged-backup.ts';
import { restoreDump, restoreEmbedded } from './restore-embedded.ts';
import { restorePostgres } from './restore-postgres.ts';
import { newSigningKeys } from './signature.ts';
import { type Member, writeTar } from './tar.ts';
import { type BackupKeys, readLedger } from './write-backup.ts';

const home = temporaryFolder('refused-archives');
afterAll(() => home.remove());

let keys: BackupKeys;
let recipient: string;
let signingKey: string;

beforeAll(async () => {
  const path = join(home.folder, 'key');
  ({ recipient, signingKey } = await writeNewKey(path));
  keys = await readKeys(path);
});

const silent = { warn: () => undefined, error: () => undefined };
const headOf = (fields: object) =>
  jsonMember('backup.json', {
    format: 1,
    database: 'embedded',
    takenAt: '2026-11-21T04:30:00.000Z',
    ...fields,
  });
const head = headOf({ release: version, newestMigration: newestMigration() });
const ledger = jsonMember('erasures.json', [
  {
    kind: 'tenant',
    subjectId: '00000000-0000-4000-8000-000000000001',
    deletedAt: '2026-11-20T04:30:00.000Z',
    erasedAt: '2026-11-21T04:30:00.000Z',
  },
]);

async function* each(members: readonly Member[]): AsyncGenerator<Member> {
  yield* members;
}

/** Encrypts an archive for the right key, as anyone with its public half can. */
async function forged(archive: AsyncIterable<Uint8Array>): Promise<string> {
  return writeForgedBackup(home.folder, recipient, Readable.from(archive, { objectMode: false }));
}

const whole = () => writeArchive(each([head, ledger]));
const signed = () => signArchive(whole(), signingKey);

it('reads the ledger of a backup that the installation has signed [O-3.3]', async () => {
  expect(await readLedger(await forged(signed()), keys)).toHaveLength(1);
});

it.each([
  ['that nobody signed', whole, 'not signed by this installation'],
  ['that another signed', () => signArchive(whole(), newSigningKeys().signingKey), 'not signed by this'],
  ['without a list of its files', () => writeTar(each([head, ledger])), 'no list of its files'],
  [
    'with a list of other files',
    () => writeTar(each([head, ledger, jsonMember('manifest.json', {})])),
    'is not as it was written',
  ],
  ['with a link', () => linked(), 'has a link or a special file: "database/link"'],
  ['that is none', () => bytes(Buffer.from('words'.repeat(1000))), 'is damaged'],
])('believes no ledger of an archive %s, and restores none [O-3.3]', async (_what, archive, sentence) => {
  const path = await forged(archive());
  await expect(readLedger(path, keys)).rejects.toThrow(sentence);
  await expect(restored(path)).rejects.toThrow(sentence);
});

it('restores no archive without a database [O-3.3]', async () => {
  await expect(restored(await forged(signed()))).rejects.toThrow('The archive has no database.json');
});

it('restores nothing of a later release, on either database, and reads its ledger [O-3.9]', async () => {
  for (const database of ['embedded', 'postgres']) {
    const later = headOf({ release: '9.1.0', newestMigration: '9000', database });
    const path = await forged(signArchive(writeArchive(each([later, ledger])), signingKey));
    const refusal = 'Samay 9.1.0 made this backup, and this version is older.';
    await expect(restored(path)).rejects.toThrow(refusal);
    const [directory, postgresData] = [join(home.folder, 'not-made'), join(home.folder, 'no-cluster')];
    const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: directory });
    const given = { paths: [path], keys, ledger: [], settings, postgresData, at: undefined, log: silent };
    await expect(restorePostgres(directory, given)).rejects.toThrow(refusal);
    expect([existsSync(directory), existsSync(postgresData)]).toEqual([false, false]);
    await expect(
      restoreDump(join(home.folder, 'restored'), { ...given, path, identities: keys.identities }),
    ).rejects.toThrow(refusal);
    expect(await readLedger(path, keys)).toHaveLength(1);
  }
});

/** Runs the restore, whose refusal it passes on, and checks that no file remains. */
async function restored(path: string): Promise<void> {
  const directory = join(home.folder, 'restored');
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: directory });
  try {
    await restoreEmbedded(directory, { path, keys, ledger: [], settings });
  } finally {
    expect(readdirSync(directory)).toEqual([]);
  }
}

async function* bytes(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Writes a signed archive in which the type of a file is that of a symbolic link. */
async function* linked(): AsyncGenerator<Uint8Array> {
  const file: Member = { name: 'database/link', bytes: 0, content: [] };
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeArchive(each([head, ledger, file]))) chunks.push(chunk);
  const archive = Buffer.concat(chunks);
  const header = archive.indexOf('database/link');
  archive[header + 156] = '2'.charCodeAt(0);
  archive.write('        ', header + 148, 'latin1');
  const sum = archive.subarray(header, header + 512).reduce((total, byte) => total + byte, 0);
  archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, header + 148, 'latin1');
  yield archive;
}
