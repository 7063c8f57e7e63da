import { join } from 'node:path';
import * as contract from '@samay/contract/bookings/appointments';
import * as transitions from '@samay/contract/bookings/transitions';
import { createSeries } from '@samay/contract/bookings/series';
import type { Endpoint } from '@samay/contract/core/endpoint';
import type { ErrorReply } from '@samay/contract/core/errors';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOrMakeSecrets } from '../../../src/core/secrets-file.ts';
import { asPlatform } from '../../../src/db/tenant.ts';
import { testApp, type TestApp } from '../../fixtures/app.ts';
import { buildResource } from '../../fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../fixtures/builders.ts';
import type { Client } from '../../fixtures/client.ts';
import { testEngine } from '../../fixtures/database.ts';
import { loginUrl } from '../../fixtures/database/postgres-template.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { isFull, printInvariant, temporaryFolder } from '../../fixtures/invariants/invariant.ts';
import { type RunningServer, startServer } from '../../fixtures/running-server.ts';

// I-2: no time is given twice, whatever happens concurrently over two server processes, and no two
// wait for each other. On PostgreSQL, which several servers can share; on the embedded database one
// process; the rules of one request at a time are in claims.test.ts.

const concurrent = isFull ? 200 : 40;
const rounds = isFull ? 20 : 3;
/** A future day by the machine's clock, which the servers use. */
const day = addDays(indiaDate(now()), 28);
const person = { personName: 'Aarav Deshpande', personEmail: 'aarav@people.example', date: day };
const { folder, remove } = temporaryFolder('claims');
const servers: RunningServer[] = [];
let app: TestApp | undefined;

interface Answer {
  readonly status: number;
  readonly id: string | undefined;
  readonly error: ErrorReply['error'] | undefined;
}

if (testEngine === 'postgres') {
  beforeAll(async () => {
    const path = join(folder, 'secrets.json');
    app = await testApp({ dependencies: { secrets: await readOrMakeSecrets(path) } });
    app.setNow(now().toISOString());
    for (const _ of ['one', 'other']) servers.push(await serve(app));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop('SIGKILL');
    await app?.close();
    remove();
  });

  it(
    'one of many who want one time gets it, and the others are told what is free [I-2]',
    { timeout: 300_000 },
    async () => {
      const { tenant, desk } = await business('doctor');
      const answers = await Promise.all(
        times(concurrent, (at) => send(desk, contract.createAppointment, at, { body: booking('12:00') })),
      );
      expect(codesOf(answers)).toEqual({ 201: 1, 'slot.taken': concurrent - 1 });
      for (const { error } of answers) if (error) expect(error.alternatives?.next).toHaveLength(3);
      expect(await violations(tenant)).toEqual([]);
    },
  );

  it('starts that overlap are kept apart [I-2]', { timeout: 300_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { tenant, desk } = await business('doctor');
      const starts = times(concurrent, (at) => `12:${String((at % 12) * 5).padStart(2, '0')}`);
      const answers = await Promise.all(
        starts.map((time, at) => send(desk, contract.createAppointment, at, { body: booking(time) })),
      );
      const { 201: made = 0, 'slot.taken': taken = 0 } = codesOf(answers);
      expect(made + taken).toBe(concurrent);
      expect(made).toBeGreaterThan(0);
      expect(await violations(tenant)).toEqual([]);
    }
  });

  it(
    'the whole of a court and its halves are kept apart, and the first free court is given once [I-2]',
    { timeout: 300_000 },
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { tenant, desk } = await business('turf');
        const whole = await buildResource(app!, tenant, { name: 'Second', position: 1 });
        const halves = [
          await buildResource(app!, tenant, { whole_id: whole }),
          await buildResource(app!, tenant, { whole_id: whole }),
        ];
        const wanted = [whole, ...halves, undefined];
        const answers = await Promise.all(
          times(concurrent, (at) => {
            const resourceId = wanted[at % wanted.length];
            return send(desk, contract.createAppointment, at, {
              body: { ...person, time: '19:00', ...(resourceId && { resourceId }) },
            });
          }),
        );
        const { 201: made = 0, 'slot.taken': taken = 0 } = codesOf(answers);
        expect(made + taken).toBe(concurrent);
        expect([2, 3]).toContain(made);
        expect(await violations(tenant)).toEqual([]);
      }
    },
  );

  it('bookings that swap places, courts too, are moved or refused [I-2]', { timeout: 300_000 }, async () => {
    const { tenant, desk } = await business('turf');
    const courts = times(3, async (at) =>
      buildResource(app!, tenant, { name: `Court ${at}`, position: at + 1 }),
    );
    const [first = '', second = '', whole = ''] = await Promise.all(courts);
    const halves = [
      await buildResource(app!, tenant, { whole_id: whole }),
      await buildResource(app!, tenant, { whole_id: whole }),
    ];
    const places = [first, second, ...halves].flatMap((resourceId) =>
      ['10:00', '11:00', '12:00'].map((time) => ({ resourceId, time })),
    );
    const made: Answer[] = [];
    for (const [at, place] of places.slice(0, -1).entries())
      made.push(await send(desk, contract.createAppointment, at, { body: { ...person, ...place } }));
    expect(codesOf(made)).toEqual({ 201: made.length });
    for (let round = 0; round < rounds * 2; round += 1) {
      const moves = times(concurrent / 2, (at) => {
        const id = made[(at * 5) % made.length]?.id ?? '';
        const to = places[(at * 7 + round) % places.length];
        return send(desk, contract.rescheduleAppointment, at, { params: { id }, body: { date: day, ...to } });
      });
      const created = times(concurrent / 5, (at) =>
        send(desk, contract.createAppointment, at, {
          body: {
            ...person,
            time: ['09:30', '11:30'][at % 2],
            resourceId: [whole, first, whole, second][at % 4],
          },
        }),
      );
      const {
        200: moved = 0,
        201: _,
        'slot.taken': __,
        ...others
      } = codesOf(await Promise.all([...moves, ...created]));
      expect(others).toEqual({});
      expect(moved).toBeGreaterThan(0);
      expect(await violations(tenant)).toEqual([]);
    }
  });

  it(
    'one of many no-shows of one time is reopened, with concurrent bookings of it [I-2]',
    { timeout: 300_000 },
    async () => {
      const { tenant, desk } = await business('doctor');
      const past = { ...booking('12:00'), date: addDays(indiaDate(now()), -1) };
      const ids: string[] = [];
      for (let count = 0; count < 8; count += 1) {
        const { id = '' } = await send(desk, contract.createAppointment, count, { body: past });
        await send(desk, transitions.markNoShow, count, { params: { id } });
        ids.push(id);
      }
      const answers = await Promise.all([
        ...ids.map((id, at) => send(desk, transitions.reopenAppointment, at, { params: { id } })),
        ...times(8, (at) => send(desk, contract.createAppointment, at, { body: past })),
      ]);
      const { 200: reopened = 0, 201: made = 0, 'slot.taken': taken = 0 } = codesOf(answers);
      expect([reopened + made, taken]).toEqual([1, 15]);
      expect(await violations(tenant)).toEqual([]);
    },
  );

  it(
    'a series is made whole or not at all, with concurrent series and single bookings of its days [I-31]',
    { timeout: 300_000 },
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { tenant, desk } = await business('turf');
        const days = times(5, (at) => addDays(day, 7 * at));
        const occurrences = days.map((date) => ({ date, time: '19:00' }));
        const { date: _, ...team } = person;
        const answers = await Promise.all(
          times(concurrent / 2, (at) =>
            at % 2 === round % 2
              ? send(desk, createSeries, at, { body: { ...team, occurrences } })
              : send(desk, contract.createAppointment, at, {
                  body: { ...team, ...occurrences[at % days.length] },
                }),
          ),
        );
        const { 201: made = 0, 'slot.taken': taken = 0 } = codesOf(answers);
        expect([made + taken, made > 0]).toEqual([concurrent / 2, true]);
        expect(await violations(tenant)).toEqual([]);
        const { rows } = await asPlatform(app!, (tx) =>
          sql<{
            count: number;
          }>`select count(*)::int from appointments where tenant_id = ${tenant.id} and series_id is not null`.execute(
            tx,
          ),
        );
        expect([0, days.length]).toContain(rows[0]?.count);
      }
    },
  );

  it('none of this was a deadlock [I-2]', async () => {
    // Waits for the end of a connection, after which its counts are complete.
    for (const server of servers.splice(0)) expect(await server.stop('SIGTERM')).toBe(0);
    const { rows } = await app!.database.pool.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    printInvariant({
      id: 'I-2',
      driver: testEngine,
      n: concurrent,
      violations: rows[0]?.deadlocks ?? -1,
      rounds,
    });
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
} else {
  it('one of many who want one time of one process gets it [I-2]', { timeout: 300_000 }, async () => {
    remove();
    app = await testApp();
    const { tenant, desk } = await business('doctor');
    const answers = await Promise.all(
      times(concurrent, () => desk.send(contract.createAppointment, { body: booking('12:00') })),
    );
    expect(codesOf(answers)).toEqual({ 201: 1, 'slot.taken': concurrent - 1 });
    expect(await violations(tenant)).toEqual([]);
    await app.close();
  });
}

async function business(
  businessType: BuiltTenant['businessType'],
): Promise<{ tenant: BuiltTenant; desk: Client }> {
  const tenant = await buildTenant(app!, {
    businessType,
    plan: 'enterprise',
    times: 'apart',
    paidUntil: null,
  });
  return { tenant, desk: await signInAs(app!, tenant) };
}

function booking(time: string) {
  return { ...person, time, doctor: contract.defaultDoctor };
}

/** Sends a request to one of the servers. */
async function send(
  desk: Client,
  { method, path }: Endpoint,
  at: number,
  input: { params?: { id: string }; body?: object },
): Promise<Answer> {
  const address = servers[at % servers.length]?.address ?? '';
  const response = await fetch(address + path.replace(':id', input.params?.id ?? ''), {
    method,
    headers: { ...desk.headers(), ...(input.body && { 'content-type': 'application/json' }) },
    ...(input.body && { body: JSON.stringify(input.body) }),
  });
  const body = (await response.json()) as { id?: string; error?: ErrorReply['error'] };
  return { status: response.status, id: body.id, error: body.error };
}

/** Counts each status, or code of an error, of the answers. */
function codesOf(answers: readonly Pick<Answer, 'status' | 'error'>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers)
    counts[error?.code ?? status] = (counts[error?.code ?? status] ?? 0) + 1;
  return counts;
}

/**
 * Finds bookings whose claims differ from those of their status, and ordinary claims that overlap.
 */
async function violations({ id }: BuiltTenant): Promise<unknown[]> {
  const { rows } = await asPlatform(app!, (tx) =>
    sql`select one.id, 'overlaps' as what from claims as one join claims as other on other.tenant_id = one.tenant_id
        and other.resource_id = one.resource_id and other.id <> one.id and other.during && one.during and not other.overbooked
      where one.tenant_id = ${id} and not one.overbooked
      union all
      select appointments.id, 'claims ' || count(claims.id) || ' for ' || status from appointments
      left join claims on claims.tenant_id = appointments.tenant_id and claims.appointment_id = appointments.id
        and claims.starts_at = appointments.starts_at
      left join (select whole_id, count(*) as count from resources where tenant_id = ${id} group by whole_id) as parts
        on parts.whole_id = appointments.resource_id
      where appointments.tenant_id = ${id} group by appointments.id, status, parts.count
      having count(claims.id) <> case when status in ('cancelled', 'no_show') then 0 else greatest(1, parts.count) end`.execute(
      tx,
    ),
  );
  return rows;
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/**
 * Starts a server. Both share the database, the secrets and the public URL, without rate limits.
 */
async function serve({ ownerUrl = '', dependencies }: TestApp): Promise<RunningServer> {
  const high = '1000000';
  return startServer({
    PORT: await freePort(),
    HOST: '127.0.0.1',
    PUBLIC_URL: dependencies.settings.publicUrl,
    DATA_DIR: folder,
    SAMAY_DEMO: '0',
    DATABASE_URL: loginUrl(ownerUrl),
    MIGRATION_DATABASE_URL: ownerUrl,
    RATE_LIMIT_PER_USER: high,
    RATE_LIMIT_ANONYMOUS: high,
    RATE_LIMIT_WRITES: high,
    RATE_LIMIT_WRITES_PER_TENANT: high,
  });
}
