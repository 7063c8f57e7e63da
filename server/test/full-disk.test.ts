import { createAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { getLive, getReady } from '@samay/contract/platform/health';
import { changeProfile } from '@samay/contract/identity/profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderFiles } from '../src/adapters/files/folder.ts';
import { signedWebhooks } from '../src/adapters/webhooks/signed.ts';
import { buildApp } from '../src/app.ts';
import { readSettings } from '../src/core/settings.ts';
import type { EmbeddedDatabase } from '../src/db/open-database.ts';
import { migrate } from '../src/db/migrate/migrate.ts';
import { openEmbedded } from '../src/db/engines/embedded/open-embedded.ts';
import { Disk, type Room } from '../src/core/disk.ts';
import type { Dependencies } from '../src/context/dependencies.ts';
import { newSecrets } from '../src/core/secrets.ts';
import { watchDisk } from '../src/process/watch-disk.ts';
import { type TestApp, testNow } from './fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import type { Client } from './fixtures/client.ts';
import { testEngine } from './fixtures/database.ts';
import { loadDump } from './fixtures/database/embedded-dump.ts';
import { mountedDisk } from './fixtures/invariants/mounted-disk.ts';
import { png } from './fixtures/sample-files.ts';
import { newAppointment } from './fixtures/samples.ts';
import { upload } from './fixtures/send-upload.ts';

// Tests a disk that is really full. Only on the embedded database: a PostgreSQL server has its disk
// on another machine.
const disk = testEngine === 'embedded' ? mountedDisk('full-disk', 320) : undefined;
const mustRun = testEngine === 'embedded' && process.env['CI'] !== undefined && process.getuid?.() === 0;
const slowTestMs = 60_000;
const folder = () => disk?.folder ?? '';

let app: TestApp;
let database: EmbeddedDatabase;
let tenant: BuiltTenant;
let desk: Client;
let appointmentId: string;
const rooms: Room[] = [];
const logged: string[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  if (!disk) return;
  const settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: folder(),
    DISK_RESERVE_MB: '64',
    DISK_WARNING_MB: '90',
    RATE_LIMIT_WRITES: '1000',
  });
  const log = (_: object, message: string) => logged.push(message);
  database = await openEmbedded({
    directory: folder(),
    dump: await loadDump('migrated', migrate),
    log: { warn: log, error: log },
  });
  const watched = new Disk({ directory: folder(), ...settings.disk });
  stops.push(
    watchDisk(watched, database),
    watched.watch((room) => rooms.push(room)),
  );
  const dependencies: Dependencies = {
    settings,
    database,
    disk: watched,
    secrets: newSecrets(),
    clock: () => new Date(testNow),
    files: await folderFiles(`${folder()}/files`),
    webhooks: signedWebhooks({ toLoopback: true }),
  };
  app = {
    app: await buildApp(dependencies),
    dependencies,
    database,
    ownerUrl: undefined,
    setNow: () => undefined,
    close: async () => undefined,
  };
  tenant = await buildTenant(app, { plan: 'enterprise' });
  desk = await signInAs(app, tenant, 'BUSINESS_OWNER');
  appointmentId = await buildAppointment(app, tenant);
}, slowTestMs);

afterAll(async () => {
  if (!disk) return;
  disk.leave(200);
  await stopWatching();
  await app.app.close();
  await database.close();
  disk.remove();
});

const stopWatching = async () => {
  for (const stop of stops.splice(0)) await stop();
};
const book = async () => {
  const { status, error } = await desk.call(createAppointment, { body: newAppointment });
  return error ? [status, error.code] : [status];
};
const send = async () => {
  const { status, error } = await upload(app, desk, appointmentId, [
    { fileName: 'a.png', mediaType: 'image/png', content: png() },
  ]);
  return error ? [status, error.code] : [status];
};
const rename = async () => {
  const { status, error } = await desk.call(changeProfile, { body: { name: 'Asha Rao' } });
  return error ? [status, error.code] : [status];
};
const read = async () => (await desk.call(listAppointments)).status;
const live = async () => (await desk.call(getLive)).status;
const ready = async () => {
  const { status, body } = await desk.call(getReady);
  return [status, body.status, body.checks['disk']];
};
const refused = [503, 'server.storage_full'];

it.runIf(mustRun)('can mount a disk in continuous integration', () => expect(disk).toBeDefined());

describe.skipIf(disk === undefined)('on a small disk (needs the right to mount one)', () => {
  it(
    'refuses writes while the disk is nearly full, still reads, and accepts writes again when there is space [O-2.12, O-5.1]',
    { timeout: slowTestMs },
    async () => {
      expect([await book(), await ready()]).toEqual([[201], [200, 'ok', true]]);
      disk?.leave(80);
      expect([await ready(), await book(), await send()]).toEqual([[200, 'degraded', false], [201], [200]]);

      disk?.leave(50);
      expect([await book(), await send()]).toEqual([refused, refused]);
      expect([await read(), await rename(), await live(), await ready()]).toEqual([
        200,
        [200],
        200,
        [503, 'unavailable', false],
      ]);

      disk?.leave(0);
      app.dependencies.disk?.check();
      expect([await book(), await send(), await rename()]).toEqual([refused, refused, refused]);
      expect([await read(), await live()]).toEqual([200, 200]);

      disk?.leave(120);
      expect([await book(), await send(), await rename(), await read()]).toEqual([[201], [200], [200], 200]);
      expect(await ready()).toEqual([200, 'ok', true]);
      expect(rooms).toEqual(['low', 'full', 'exhausted', 'ample']);
    },
  );

  it('recovers after the engine stopped on a full disk, with every acknowledged row [O-2.13]', async () => {
    // Simulates a disk that fills between two checks.
    await stopWatching();
    await database.pool.query('create table kept (id int primary key)');
    disk?.leave(8);
    const kept: number[] = [];
    // Writes until the next file of the write-ahead log does not fit on the disk.
    const keep = async (id: number) => {
      await database.pool.query(
        'with filler as (select pg_logical_emit_message(true, $2, $3)) insert into kept select $1 from filler',
        [id, 'test', 'x'.repeat(500_000)],
      );
      kept.push(id);
    };
    for (let id = 0; database.isRunning() && id < 200; id += 1) await keep(id).catch(() => undefined);
    expect(database.isRunning()).toBe(false);
    expect(await desk.call(getLive)).toMatchObject({
      status: 503,
      body: { status: 'unavailable', checks: { engine: false } },
    });
    expect([await book(), await read()]).toEqual([[503, 'server.unavailable'], 503]);

    disk?.leave(200);
    await expect.poll(live, { timeout: slowTestMs, interval: 100 }).toBe(200);
    expect([await book(), await read()]).toEqual([[201], 200]);
    const { rows } = await database.pool.query<{ id: number }>('select id from kept order by id');
    // Compares the acknowledged rows only: the statement during which the engine stopped was not
    // acknowledged, and its row may exist.
    expect(rows.map(({ id }) => id).slice(0, kept.length)).toEqual(kept);
    expect(logged).toEqual([
      expect.stringMatching(/^the embedded database is stuck: PostgreSQL ended: Aborted/),
      'the embedded database was opened again, with everything that it had acknowledged',
    ]);
  });
});
