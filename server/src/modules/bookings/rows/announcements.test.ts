import { cancelAppointment, markArrived } from '@samay/contract/bookings/transitions';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { runAsOwner, isCitus } from '../../../../test/fixtures/database/postgres-template.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';

// Each written booking is announced once: after the commit on PostgreSQL, and with it in the
// embedded database.

let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
// The first announcement may come before a test begins.
let heard: string[] = [];
let stopListening: () => Promise<void>;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app);
  desk = await signInAs(app, clinic);
  stopListening = await app.database.listen(
    'changes',
    (payload) => heard.push(payload),
    () => undefined,
  );
});
beforeEach(() => {
  heard = [];
});
afterAll(async () => {
  await stopListening();
  await app.close();
});

it('announces each change of a verb once [O-1.6]', async () => {
  const { body: made } = await desk.call(createAppointment, { body: newAppointment });
  await desk.call(markArrived, { params: { id: made.id } });
  await desk.call(cancelAppointment, { params: { id: made.id } });
  const changes = ['insert', 'update', 'update'].map(
    (operation) => `${clinic.id} appointments ${made.id} ${operation}`,
  );
  await expect.poll(announced).toEqual(changes);
  await end();
  expect(announced()).toEqual(changes);
});

it('announces nothing of a booking that is refused or repeated [S-2.4]', async () => {
  const idempotencyKey = 'announced-once';
  const { body: made } = await desk.call(createAppointment, { body: newAppointment, idempotencyKey });
  await desk.call(createAppointment, { body: newAppointment, idempotencyKey });
  const full = await buildTenant(app, { plan: null });
  expect((await (await signInAs(app, full)).call(createAppointment, { body: newAppointment })).status).toBe(
    409,
  );
  await end();
  expect(heard.filter((payload) => / (?:appointments|unknown) /.test(payload))).toEqual([
    `${clinic.id} appointments ${made.id} insert`,
  ]);
});

// A cluster has no such triggers.
if (testEngine === 'postgres') {
  it('says that something may have changed where a commit fails [O-1.6]', async () => {
    await runAsOwner(app.database, async (owned) => {
      await owned.query(
        `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$`,
      );
      await owned.query(
        'create constraint trigger refuse after insert on appointments deferrable initially deferred for each row execute function refuse()',
      );
    });
    // A coordinator reports a commit that a worker refuses like one whose worker went away
    // (decision 0078).
    expect((await desk.send(createAppointment, { body: newAppointment })).status).toBe(isCitus ? 503 : 500);
    await runAsOwner(app.database, (owned) => owned.query('drop trigger refuse on appointments'));
    await expect.poll(announced).toEqual([`${clinic.id} unknown - update`]);
  });
}

function announced(): string[] {
  return heard.filter((payload) => payload.startsWith(clinic.id));
}

/** Waits for earlier announcements. */
async function end(): Promise<void> {
  await expect
    .poll(async () => {
      await app.database.pool.query(`select pg_notify('changes', 'the end')`);
      return heard.includes('the end');
    })
    .toBe(true);
}
