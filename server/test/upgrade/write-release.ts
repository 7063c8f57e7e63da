import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { now } from '@samay/contract/core/time';
import { encrypt } from '../../src/core/encryption.ts';
import { getSecrets } from '../../src/core/secrets.ts';
import { version } from '../../src/core/version.ts';
import { openEmbedded } from '../../src/db/engines/embedded/open-embedded.ts';
import { readMigrations } from '../../src/db/migrate/migrations.ts';
import type { EmbeddedDatabase } from '../../src/db/open-database.ts';
import { encryptedColumns } from '../../src/modules/platform/keys/queries.ts';
import { openMovingData } from '../fixtures/database/moving-data.ts';
import { freePort } from '../fixtures/free-port.ts';
import { temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { asOwner } from '../fixtures/owner.ts';
import { startServer } from '../fixtures/running-server.ts';
import buildServer from '../../../scripts/test/before-server-tests.mjs';
import { readRows, type ReleaseData, releaseKey, writeRelease } from './release-data.ts';

// `npm run keep-release`: keeps a filled database of this release, the demo and a row in every
// table, for the tests of all later ones (decision 0021).

/** The tables in which both have the same row. */
const alike = new Set(['installation', 'plans']);

const { folder, remove } = temporaryFolder('keep-release');
try {
  await buildServer();
  const demo = await readDemo(join(folder, 'demo'));
  const others = withOwnKey(await readAndClose(await openMovingData(join(folder, 'others'))));
  const tables = demo.map((table, at) => ({
    ...table,
    rows: alike.has(table.name) ? table.rows : [...table.rows, ...(others[at]?.rows ?? [])],
  }));
  const migrations = readMigrations().map(({ name }) => name);
  const path = writeRelease({ release: version, writtenAt: now().toISOString(), migrations, tables });
  process.stdout.write(`${path}\n`);
} finally {
  remove();
}

async function readDemo(directory: string): Promise<ReleaseData['tables']> {
  mkdirSync(directory);
  writeFileSync(join(directory, 'secrets.json'), JSON.stringify({ keys: [releaseKey] }), { mode: 0o600 });
  const server = await startServer({ PORT: await freePort(), DATA_DIR: directory, SAMAY_DEMO: '1' });
  await server.stop('SIGTERM');
  return readAndClose(await openEmbedded({ directory }));
}

/** Encrypts for the kept key what stands for an encrypted value in the rows of `openMovingData`. */
function withOwnKey(tables: ReleaseData['tables']): ReleaseData['tables'] {
  const secrets = getSecrets([releaseKey]);
  return tables.map((table) => {
    const encrypted = encryptedColumns.find((one) => one.table === table.name && one.field === undefined);
    if (!encrypted) return table;
    const names = table.columns.map(({ name }) => name);
    const at = names.indexOf(encrypted.column);
    const rows = table.rows.map((row) => {
      const about = encrypted.aboutOf(Object.fromEntries(names.map((name, index) => [name, row[index]])));
      return row.with(at, `\\x${encrypt(secrets, about, 'kept').toString('hex')}`);
    });
    return { ...table, rows };
  });
}

async function readAndClose(database: EmbeddedDatabase): Promise<ReleaseData['tables']> {
  const tables = await asOwner({ database, ownerUrl: undefined }, readRows);
  await database.close();
  return tables;
}
