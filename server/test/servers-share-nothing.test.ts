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

// Runs two servers that share PostgreSQL, a bucket and the operator's key, and no folder. One runs
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
    const keyFile = join(folder, 'operator-key');
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
    const { secrets, store: keys } = await openKeys(read, held.database);
    const files = await openFiles(read);
    const dependencies = {
      ...held.dependencies,
      settings: { ...held.dependencies.settings, ...read, limits: held.dependencies.settings.limits },
      secrets,
      keys,
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

  it('get new keys of all kinds by one command, and what was encrypted stays readable [T-6.6]', async () => {
    const factor = await buildFactor(here, doctor.identity?.userId ?? '');
    const before = { ...here.dependencies.secrets };
    const said = await rotate('all');
    expect(said.split('\n').filter((line) => line.includes('a new key is published'))).toHaveLength(3);
    const after = await here.dependencies.keys?.read();
    expect([after?.signingKeys.length, after?.fileLinkKeys.length, after?.encryptionKeys.length]).toEqual([
      2, 2, 2,
    ]);
    expect(after?.encryptionKeys).toContainEqual(before.encryptionKeys[0]);
    expect(await rotate('all', 1)).toContain('A new key is published already');
    expect(await rotate('status')).toMatch(/signing \w+: in use\n.*signing \w+: used from .*\(India\) on/s);
    const [row] = await asPlatform(held, (tx) => tx.selectFrom('second_factors').selectAll().execute());
    expect(decrypt(after!, `totp ${row?.user_id}`, row!.encrypted_secret)).toBe(factor.secret);
  });

  it('take another key of the operator [T-6.6]', async () => {
    const next = { ...settings, SECRET_KEYS: '', SECRET_KEYS_FILE: join(folder, 'next-key') };
    const [old] = here.dependencies.settings.secretKeys;
    writeFileSync(next.SECRET_KEYS_FILE, `${randomBytes(32).toString('base64')},${old}`);
    expect(await rotate('operator', 0, next)).toContain(
      '6 keys are encrypted under the first of SECRET_KEYS now',
    );
    expect(await rotate('status', 1)).toContain('under another key than SECRET_KEYS has');
  });

  it.each([
    [
      'without the operator’s key',
      { SECRET_KEYS_FILE: '' },
      'SECRET_KEYS is missing: this database holds its keys encrypted under it.',
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
  ])('refuse a start %s, and say so [T-6.2]', async (_what, other, sentence) => {
    const start = startServer({ ...settings, ...other, PORT: '0', DATA_DIR: join(folder, 'refused') });
    await expect(start).rejects.toThrow(sentence);
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  });

  it('refuse a start on a database whose keys are in another server’s file [O-1.2]', async () => {
    await asPlatform(held, (tx) => tx.deleteFrom('keyring').execute());
    const { SECRET_KEYS_FILE: _none, ...file } = settings;
    const start = startServer({ ...file, PORT: '0', DATA_DIR: join(folder, 'refused') });
    await expect(start).rejects.toThrow(
      'secrets.json is missing: this database holds second factors, webhooks or calendars',
    );
  });
});

/** Runs the command as an operator does, and returns its output. */
async function rotate(what: string, code = 0, environment = settings): Promise<string> {
  const script = fileURLToPath(new URL('../src/rotate.ts', import.meta.url));
  const child = spawn(process.execPath, [script, what], {
    env: { ...inheritedEnvironment, NODE_ENV: 'test', DATA_DIR: join(folder, 'there'), ...environment },
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [exit] = (await once(child, 'close')) as [number];
  expect([exit, (await said).join('')]).toEqual([code, expect.any(String)]);
  return (await said).join('');
}
