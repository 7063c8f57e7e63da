import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { linkPrescription } from '@samay/contract/bookings/prescriptions';
import { now } from '@samay/contract/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles } from '../src/adapters/files/open-files.ts';
import { buildApp } from '../src/app.ts';
import { readSettings } from '../src/core/settings.ts';
import { decrypt } from '../src/core/encryption.ts';
import { newKey, getSecrets } from '../src/core/secrets.ts';
import { asPlatform } from '../src/db/tenant.ts';
import { openKeys } from '../src/process/key-store.ts';
import { testApp, type TestApp } from './fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import type { Client } from './fixtures/client.ts';
import { testEngine } from './fixtures/database.ts';
import { loginUrl } from './fixtures/database/postgres-template.ts';
import { buildFactor } from './fixtures/factor.ts';
import { testedBucket, type TestedBucket } from './fixtures/files/tested-stores.ts';
import { freePort } from './fixtures/free-port.ts';
import { temporaryFolder } from './fixtures/invariants/invariant.ts';
import { type RunningServer, startServer } from './fixtures/running-server.ts';
import { pngOf } from './fixtures/sample-files.ts';
import { upload } from './fixtures/send-upload.ts';
import { inheritedEnvironment } from './fixtures/inherited-environment.ts';

// Runs two servers that share PostgreSQL, a bucket and the keys, and no folder. One runs
// in this process, the other as an operator starts it.

const { folder, remove } = temporaryFolder('servers-share-nothing');
const content = pngOf(50_000);
let bucket: TestedBucket;
let here: TestApp;
let held: TestApp;
let there: RunningServer;
let settings: Record<string, string>;
let tenant: BuiltTenant;
let doctor: Client;

describe.runIf(testEngine === 'postgres')('two servers without a common folder', () => {
  beforeAll(async () => {
    bucket = await testedBucket();
    held = await testApp();
    const keyFile = join(folder, 'keys');
    writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`);
    const port = await freePort();
    settings = {
      ...bucket.environment,
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: loginUrl(held.ownerUrl ?? ''),
      MIGRATION_DATABASE_URL: held.ownerUrl ?? '',
      SAMAY_DEMO: '0',
      // Makes the result independent of the machine's load.
      DATABASE_WAIT_MS: '30000',
      READINESS_MS: '10000',
      SECRET_KEYS_FILE: keyFile,
    };
    there = await startServer({ ...settings, DATA_DIR: join(folder, 'there') });
    const read = readSettings({ ...settings, NODE_ENV: 'test', DATA_DIR: join(folder, 'here') });
    const secrets = await openKeys(read, held.database);
    const files = await openFiles(read);
    const dependencies = {
      ...held.dependencies,
      settings: { ...held.dependencies.settings, ...read, limits: held.dependencies.settings.limits },
      secrets,
      files,
      clock: now,
    };
    here = { ...held, dependencies, app: await buildApp(dependencies) };
    tenant = await buildTenant(here);
    doctor = await signInAs(here, tenant, 'DOCTOR');
  });
  afterAll(async () => {
    await here.app.close();
    await there.stop('SIGTERM');
    await held.close();
    await bucket.close();
    remove();
  });

  it('accept the same sessions, and open what the other was sent [O-1.2]', async () => {
    const appointmentId = await buildAppointment(here, tenant);
    await upload(here, doctor, appointmentId, [{ fileName: 'a.png', mediaType: 'image/png', content }]);
    const { body } = await doctor.call(linkPrescription, { params: { id: appointmentId } });
    const answer = await fetch(`${there.address}${body.url}`, { headers: doctor.headers() });
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(content)]).toEqual([200, true]);
    expect((await fetch(`${there.address}/api/session`, { headers: doctor.headers() })).status).toBe(200);
    expect(existsSync(join(folder, 'there', 'secrets.json'))).toBe(false);
  });

  it('change their key one after the other, and read what the other wrote [T-6.5]', async () => {
    const factor = await buildFactor(here, doctor.identity?.userId ?? '');
    const [old] = here.dependencies.secrets.keys;
    const next = { ...settings, SECRET_KEYS: `${newKey()},${old}`, SECRET_KEYS_FILE: '' };
    const said = await admin('reencrypt', next);
    expect(said).toContain('2 values were encrypted. Everything is under the first key.');
    const [row] = await asPlatform(held, (tx) => tx.selectFrom('second_factors').selectAll().execute());
    const both = getSecrets(next.SECRET_KEYS.split(','));
    expect(decrypt(both, `totp ${row?.user_id}`, row!.encrypted_secret)).toBe(factor.secret);
    expect(await admin('reencrypt', settings, 1)).toContain('another key than SECRET_KEYS has');
    await admin('reencrypt', { ...next, SECRET_KEYS: next.SECRET_KEYS.split(',').toReversed().join(',') });
  });

  it.each([
    [
      'without keys',
      { SECRET_KEYS_FILE: '' },
      'secrets.json has. Give this server the SECRET_KEYS of the others',
    ],
    [
      'with another',
      { SECRET_KEYS_FILE: '', SECRET_KEYS: randomBytes(32).toString('base64') },
      'under another key than SECRET_KEYS has',
    ],
    [
      'with a file that is not there',
      { SECRET_KEYS_FILE: '/nowhere/key' },
      'SECRET_KEYS_FILE: /nowhere/key cannot be read (ENOENT)',
    ],
  ])('refuse a start %s, and say so [T-6.2, T-6.6]', async (_what, other, sentence) => {
    const start = startServer({ ...settings, ...other, PORT: '0', DATA_DIR: join(folder, 'refused') });
    await expect(start).rejects.toThrow(sentence);
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  });
});

/** Runs a command as an operator does, and returns its output. */
async function admin(name: string, environment: Record<string, string>, code = 0): Promise<string> {
  const script = fileURLToPath(new URL('../src/commands/admin.ts', import.meta.url));
  const child = spawn(process.execPath, [script, name], {
    env: { ...inheritedEnvironment, NODE_ENV: 'test', DATA_DIR: join(folder, 'there'), ...environment },
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [exit] = (await once(child, 'close')) as [number];
  expect([exit, (await said).join('')]).toEqual([code, expect.any(String)]);
  return (await said).join('');
}
