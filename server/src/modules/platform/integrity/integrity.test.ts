import { randomUUID } from 'node:crypto';
import { getOverview } from '@samay/contract/platform/tenants';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { chainAudit } from '../../audit/index.ts';
import { checkAudit, checkTallies } from './checks.ts';
import { runChecks } from './run-checks.ts';

let app: TestApp;
let clinic: BuiltTenant;
let alerts: object[];
let days = 0;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  clinic = await buildTenant(app, { plan: 'premium' });
  for (const status of ['scheduled', 'completed', 'no_show', 'cancelled'] as const)
    await buildAppointment(app, clinic, {
      date: '2026-11-21',
      status,
      amount: 50_000,
      paymentMethod: 'UPI',
      personName: 'Meenakshi Iyer',
    });
  await nextDay();
});

describe('the daily check of the tallies', () => {
  it.each([
    [
      'a count of a day',
      `update day_tallies set completed = completed + 1 where tenant_id = $1`,
      'tally of day 2026-11-21',
    ],
    [
      'the money of a day',
      `update day_tallies set revenue_paise = revenue_paise - 100 where tenant_id = $1`,
      'tally of day 2026-11-21',
    ],
    ['a day that is gone', `delete from day_tallies where tenant_id = $1`, 'tally of day 2026-11-21'],
    [
      'a day that never was',
      `insert into day_tallies values ($1, '2030-01-01', 1, 0, 0, 0, 0, 0)`,
      'tally of day 2030-01-01',
    ],
    [
      'the money of a method',
      `update payment_tallies set paise = paise + 1 where tenant_id = $1`,
      'tally of payments of 2026-11-21',
    ],
    [
      'a method that is gone',
      `delete from payment_tallies where tenant_id = $1`,
      'tally of payments of 2026-11-21',
    ],
    [
      'a fee that is gone',
      `update payment_tallies set fee_paise = fee_paise + 1 where tenant_id = $1`,
      'tally of fees of 2026-11-21',
    ],
    ['what a person adds up to', `update patients set no_shows = 0 where tenant_id = $1`, 'tally of person '],
    [
      'a booking written in silence',
      `update appointments set status = 'no_show', kept_on = appointment_date where tenant_id = $1 and status = 'completed'`,
      'tally of day 2026-11-21',
    ],
  ])(
    'finds %s, logs it, stores it and shows it until it is fixed [O-5.13]',
    async (_what, statement, finding) => {
      await tamper(statement);
      await nextDay();
      await checkTallies(parts());
      expect(alerts).toMatchObject([{ tenantId: clinic.id, check: 'tallies' }]);
      expect(JSON.stringify(alerts)).toContain(finding);
      expect(await noted()).toEqual([{ action: 'integrity.broken', check: 'tallies' }]);
      expect(await shown()).toMatchObject([{ check: 'tallies', tenant: { id: clinic.id } }]);
      await asPlatform(app, (tx) => sql`select recount_tallies()`.execute(tx));
      await nextDay();
      await checkTallies(parts());
      expect([alerts, await shown()]).toEqual([[], []]);
    },
  );

  it('rejects a count below zero from any source [O-5.13]', async () => {
    for (const statement of [
      'update day_tallies set scheduled = -1 where tenant_id = $1',
      'update payment_tallies set paise = -1 where tenant_id = $1',
      'update patients set bookings = -1 where tenant_id = $1',
    ])
      await expect(tamper(statement)).rejects.toThrow(/not_negative/);
  });
});

describe('the daily check of the audit log', () => {
  it('finds tampering, reports it daily, and compares the chain with the last one that was seen [O-5.12]', async () => {
    await addRows(12);
    await chainAudit(app);
    await nextDay();
    await checkAudit(parts());
    expect(alerts).toEqual([]);
    await tamper('delete from audit_chain where tenant_id = $1 and position > 8');
    await tamper(
      'delete from audit_log where tenant_id = $1 and id not in (select audit_id from audit_chain)',
    );
    for (let day = 0; day < 2; day += 1) {
      await nextDay();
      await checkAudit(parts());
      expect(alerts).toMatchObject([
        { tenantId: clinic.id, check: 'audit', found: 1, findings: ['links after 8 are gone'] },
      ]);
    }
    expect(await shown()).toMatchObject([{ check: 'audit', tenant: { id: clinic.id }, found: 1 }]);
    await asPlatform(app, (tx) =>
      sql`update integrity_checks set anchor = null where tenant_id = ${clinic.id}`.execute(tx),
    );
    await nextDay();
    await checkAudit(parts());
    expect([alerts, await shown()]).toEqual([[], []]);
  });
});

describe('a check', () => {
  it('is due once a day, also when a clock that was ahead finished the last one', async () => {
    await checkTallies(parts());
    expect(await checkTallies(parts())).toBe(0);
    await asPlatform(app, (tx) =>
      sql`update integrity_checks set finished_at = '2099-01-01' where tenant_id = ${clinic.id}`.execute(tx),
    );
    expect(await checkTallies(parts())).toBe(1);
  });

  it('continues after a failure or the end of its process, blocks no other check, and is finished once by concurrent processes [O-5.13]', async () => {
    const steps: unknown[] = [];
    const counted = {
      kind: 'tallies' as const,
      step: async (
        _tx: unknown,
        tenantId: string,
        { cursor }: { cursor: Readonly<Record<string, unknown>> | null },
      ) => {
        const at = Number(cursor?.['at'] ?? 0);
        if (tenantId === clinic.id) steps.push(at);
        if (tenantId === clinic.id && at === 2 && steps.length === 3) throw new Error('the process ends');
        return {
          cursor: at === 4 ? null : { at: at + 1 },
          findings: tenantId === clinic.id ? [`step ${at}`] : [],
        };
      },
    };
    await nextDay();
    await asPlatform(app, (tx) =>
      sql`update integrity_checks set finished_at = ${app.dependencies.clock()} where tenant_id <> ${clinic.id}`.execute(
        tx,
      ),
    );
    const other = await buildTenant(app);
    expect(await runChecks(parts(), counted)).toBe(1);
    expect(alerts).toMatchObject([{ tenantId: clinic.id, err: { message: 'the process ends' } }]);
    const known = await asPlatform(app, (tx) =>
      tx
        .selectFrom('integrity_checks')
        .select('finished_at')
        .where('tenant_id', '=', other.id)
        .executeTakeFirst(),
    );
    expect(known?.finished_at).toEqual(app.dependencies.clock());
    alerts = [];
    const finished = await Promise.all([
      runChecks(parts(), counted),
      runChecks(parts(), counted),
      runChecks(parts(), counted),
    ]);
    expect(steps).toEqual([0, 1, 2, 2, 3, 4]);
    expect(finished.reduce((sum, count) => sum + count)).toBeGreaterThan(0);
    expect(alerts).toMatchObject([
      { tenantId: clinic.id, found: 5, findings: ['step 0', 'step 1', 'step 2', 'step 3', 'step 4'] },
    ]);
    await nextDay();
    await checkTallies(parts());
  });
});

async function nextDay(): Promise<void> {
  alerts = [];
  days += 1;
  app.setNow(new Date(Date.parse(testNow) + days * 86_400_000).toISOString());
}

/** Returns the app's dependencies with a log that records errors. */
function parts() {
  return {
    ...app.dependencies,
    log: { error: (about: object) => alerts.push(about) } as unknown as NonNullable<
      typeof app.dependencies.log
    >,
  };
}

/** Runs a statement past every trigger, as an owner of the tables could. */
async function tamper(statement: string): Promise<void> {
  await asOwner(app, async (client) => {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(statement, [clinic.id]);
    await client.query('commit');
  });
}

async function addRows(count: number): Promise<void> {
  await asPlatform(app, (tx) =>
    tx
      .insertInto('audit_log')
      .values(
        Array.from({ length: count }, () => ({
          tenant_id: clinic.id,
          at: app.dependencies.clock(),
          action: 'appointment.viewed',
          object: randomUUID(),
          detail: '{}',
          request_id: 'r',
        })),
      )
      .execute(),
  );
}

async function noted() {
  const { rows } = await asPlatform(app, (tx) =>
    sql`select action, detail ->> 'check' as "check" from audit_log where object = ${clinic.id} and action like 'integrity.%'`.execute(
      tx,
    ),
  );
  return rows;
}

async function shown() {
  // Signs in again: a day is longer than a session.
  const admin = await signInAs(app, null, 'SUPER_ADMIN');
  const { body } = await admin.call(getOverview);
  return body.broken.filter(({ tenant }) => tenant?.id === clinic.id);
}
