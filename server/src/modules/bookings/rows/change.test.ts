import * as contract from '@samay/contract/bookings/appointments';
import * as transitions from '@samay/contract/bookings/transitions';
import type { Endpoint } from '@samay/contract/core/endpoint';
import type { Status } from '@samay/contract/bookings/statuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** The transitions: start statuses, end status, error elsewhere and audit action. */
const moves: [name: string, endpoint: Endpoint, from: Status[], to: Status, code: string, action: string][] =
  [
    [
      'cancel',
      transitions.cancelAppointment,
      ['scheduled', 'no_show'],
      'cancelled',
      'appointment.not_cancellable',
      'appointment.cancelled',
    ],
    [
      'complete',
      transitions.completeAppointment,
      ['scheduled'],
      'completed',
      'appointment.not_completable',
      'appointment.completed',
    ],
    [
      'no-show',
      transitions.markNoShow,
      ['scheduled'],
      'no_show',
      'appointment.not_missable',
      'appointment.no_show',
    ],
    [
      'reopen',
      transitions.reopenAppointment,
      ['no_show'],
      'scheduled',
      'appointment.not_reopenable',
      'appointment.reopened',
    ],
  ];
const statuses: Status[] = ['scheduled', 'completed', 'cancelled', 'no_show'];

describe.each(moves)('%s', (_name, endpoint, from, to, code, action) => {
  it.each(statuses)('from %s [P-5.3, P-5.10]', async (status) => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { status });
    const desk = await signInAs(app, clinic);
    const answer = await desk.send(endpoint, { params: { id } });
    if (from.includes(status)) {
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        id,
        status: to,
        updatedAt: app.dependencies.clock().toISOString(),
      });
      expect(await toAudit(id)).toEqual([action]);
    } else {
      expect(answer.status).toBe(409);
      expect(answer.error?.code).toBe(code);
      expect(answer.error?.message).toMatch(/^Only .* can be .*\.$/);
      expect((await desk.call(contract.getAppointment, { params: { id } })).body.status).toBe(status);
      expect(await toAudit(id)).toEqual([]);
    }
  });

  it('succeeds once for fifty concurrent calls [I-16]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { status: from[0] ?? 'scheduled' });
    const desk = await signInAs(app, clinic);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => desk.send(endpoint, { params: { id } })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error?.code === code)).toHaveLength(49);
    expect(await toAudit(id)).toEqual([action]);
  });
});

describe.each([
  // A booking at midnight belongs to the evening before, in which people may be seen already.
  ['complete', transitions.completeAppointment, 'appointment.not_completable', '2026-11-21T12:30:00.000Z'],
  ['markNoShow', transitions.markNoShow, 'appointment.not_missable', '2026-11-21T18:30:00.000Z'],
] as const)('%s', (verb, endpoint, code, first) => {
  it("is offered from the booking's own day on, a completion of the night from six in the evening [P-5.7, P-5.53]", async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { date: '2026-11-22', time: '00:00' });
    app.setNow(new Date(Date.parse(first) - 1).toISOString());
    const desk = await signInAs(app, clinic);
    const { may } = (await desk.call(contract.getAppointment, { params: { id } })).body;
    const early = await desk.send(endpoint, { params: { id } });
    app.setNow(first);
    const { status } = await desk.send(endpoint, { params: { id } });
    app.setNow(testNow);
    expect(may).toContain('markArrived');
    expect(may).not.toContain(verb);
    expect(early.error).toMatchObject({ code, message: /from their own day on/ });
    expect(status).toBe(200);
  });
});

describe('undoing a completion', () => {
  const undo = transitions.undoCompletion;

  it('restores the booking within ten minutes, with its other values and the tallies [P-5.5]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { amount: 50_000 });
    const desk = await signInAs(app, clinic);
    const before = (await desk.call(transitions.markArrived, { params: { id } })).body;
    expect(before.may).not.toContain('undoCompletion');
    app.setNow('2026-11-21T04:35:00.000Z');
    expect((await desk.call(transitions.completeAppointment, { params: { id } })).body.may).toEqual([
      'recordPayment',
      'reschedule',
      'undoCompletion',
    ]);
    expect(await getTallied(clinic.id)).toMatchObject({ scheduled: 0, completed: 1, revenue_paise: 50_000 });
    app.setNow('2026-11-21T04:44:59.999Z');
    const undone = await desk.call(undo, { params: { id } });
    app.setNow(testNow);
    expect(undone.body).toEqual({ ...before, updatedAt: '2026-11-21T04:44:59.999Z' });
    expect(await getTallied(clinic.id)).toMatchObject({ scheduled: 1, completed: 0, revenue_paise: 50_000 });
    expect(await toAudit(id)).toEqual([
      'appointment.arrived',
      'appointment.completed',
      'appointment.completion_undone',
    ]);
  });

  it('is rejected after ten minutes [P-5.5]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic);
    const desk = await signInAs(app, clinic);
    await desk.call(transitions.completeAppointment, { params: { id } });
    app.setNow('2026-11-21T04:40:00.000Z');
    expect((await desk.call(contract.getAppointment, { params: { id } })).body.may).not.toContain(
      'undoCompletion',
    );
    const refused = await desk.call(undo, { params: { id } });
    app.setNow(testNow);
    expect(refused).toMatchObject({ status: 409, error: { code: 'appointment.completion_stands' } });
  });

  it('is only for the user who completed it, and from no other status [P-5.5]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic);
    const [desk, owner] = [await signInAs(app, clinic), await signInAs(app, clinic, 'BUSINESS_OWNER')];
    expect((await desk.call(undo, { params: { id } })).error?.code).toBe('appointment.completion_stands');
    await desk.call(transitions.completeAppointment, { params: { id } });
    expect((await owner.call(contract.getAppointment, { params: { id } })).body.may).not.toContain(
      'undoCompletion',
    );
    expect(await owner.call(undo, { params: { id } })).toMatchObject({
      status: 409,
      error: { code: 'appointment.completion_stands' },
    });
    expect((await desk.call(undo, { params: { id } })).body.status).toBe('scheduled');
    for (const status of ['cancelled', 'no_show'] as const) {
      const other = await buildAppointment(app, clinic, {
        status,
        setBy: { userId: desk.identity?.userId ?? '', at: new Date(testNow) },
      });
      expect((await desk.call(undo, { params: { id: other } })).status).toBe(409);
    }
  });

  it('and cancelling concurrently end in one state that both replies agree on [P-5.5]', async () => {
    const clinic = await buildTenant(app);
    const desk = await signInAs(app, clinic);
    for (let round = 0; round < 8; round += 1) {
      const id = await buildAppointment(app, clinic);
      await desk.call(transitions.completeAppointment, { params: { id } });
      const [first, cancel, second] = await Promise.all(
        [undo, transitions.cancelAppointment, undo].map((endpoint) =>
          desk.send(endpoint, { params: { id } }),
        ),
      );
      const { status } = (await desk.call(contract.getAppointment, { params: { id } })).body;
      expect([first?.status, second?.status].toSorted((one = 0, other = 0) => one - other)).toEqual([
        200, 409,
      ]);
      expect(status).toBe(cancel?.status === 200 ? 'cancelled' : 'scheduled');
    }
  });
});

describe('arrival', () => {
  it('is recorded once, undone, and recorded only for scheduled bookings [P-5.8]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic);
    const desk = await signInAs(app, clinic);
    const arrived = (await desk.call(transitions.markArrived, { params: { id } })).body.arrivedAt;
    expect(arrived).toBe(app.dependencies.clock().toISOString());
    app.setNow('2026-11-21T04:40:00.000Z');
    expect((await desk.call(transitions.markArrived, { params: { id } })).body.arrivedAt).toBe(arrived);
    expect((await desk.call(transitions.undoArrival, { params: { id } })).body.arrivedAt).toBeNull();
    for (const gone of [contract.rescheduleAppointment, transitions.markNoShow]) {
      await desk.call(transitions.markArrived, { params: { id } });
      const body =
        gone === contract.rescheduleAppointment ? { body: { date: '2026-11-21', time: '17:30' } } : {};
      expect((await desk.send(gone, { params: { id }, ...body })).body).toMatchObject({
        id,
        arrivedAt: null,
      });
    }
    const done = await buildAppointment(app, clinic, { status: 'completed' });
    expect((await desk.call(transitions.markArrived, { params: { id: done } })).error?.code).toBe(
      'appointment.cannot_arrive',
    );
  });
});

describe('an arrival', () => {
  it('is restored when a no-show is reopened, and cleared when it is cancelled [P-5.8]', async () => {
    const clinic = await buildTenant(app);
    const desk = await signInAs(app, clinic);
    const colleague = await signInAs(app, clinic, 'BUSINESS_OWNER');
    const missed = async () => {
      const id = await buildAppointment(app, clinic);
      await desk.call(transitions.markArrived, { params: { id } });
      expect((await desk.call(transitions.markNoShow, { params: { id } })).body.arrivedAt).toBeNull();
      return id;
    };
    expect(
      (await colleague.call(transitions.reopenAppointment, { params: { id: await missed() } })).body,
    ).toMatchObject({
      status: 'scheduled',
      arrivedAt: app.dependencies.clock().toISOString(),
    });
    expect(
      (await desk.call(transitions.cancelAppointment, { params: { id: await missed() } })).body.arrivedAt,
    ).toBeNull();
  });
});

describe('correcting payment and person', () => {
  it('changes the given fields, clears those that are null and keeps the others [P-5.32]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { status: 'completed', contact: '98765 01234' });
    const desk = await signInAs(app, clinic);
    const paid = await desk.call(contract.correctAppointment, {
      params: { id },
      body: { amount: 75_050, paymentMethod: 'cash' },
    });
    expect(paid.body).toMatchObject({
      amount: 75_050,
      paymentMethod: 'Cash',
      personContact: '98765 01234',
      status: 'completed',
    });
    const cleared = await desk.call(contract.correctAppointment, {
      params: { id },
      body: { personContact: null },
    });
    expect(cleared.body).toMatchObject({ amount: 75_050, personContact: null });
  });

  it('corrects a name and an email, and rejects invalid ones [P-5.32]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { status: 'completed' });
    const desk = await signInAs(app, clinic);
    const body = { personName: ' Meera Jóshi ', personEmail: 'meera.joshi@people.example' };
    const corrected = await desk.call(contract.correctAppointment, { params: { id }, body });
    expect(corrected.body).toMatchObject({
      personName: 'Meera Jóshi',
      personEmail: 'meera.joshi@people.example',
      status: 'completed',
    });
    const refused = await desk.call(contract.correctAppointment, {
      params: { id },
      body: { personName: ' ', personEmail: 'meera' },
    });
    expect(refused.error?.fields).toEqual({
      personName: 'Please enter a name',
      personEmail: 'Please enter a valid email address',
    });
  });

  it('writes no typed values into the audit log [P-5.32]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic);
    const desk = await signInAs(app, clinic);
    const body = {
      personName: 'Meera Joshy',
      personEmail: 'meera.joshy@people.example',
      personContact: '98765 05555',
    };
    await desk.call(contract.correctAppointment, { params: { id }, body });
    const rows = await asPlatform(app, (tx) =>
      tx.selectFrom('audit_log').selectAll().where('object', '=', id).execute(),
    );
    expect(rows.map((row) => row.detail)).toEqual([
      { date: '2026-11-21', time: '11:00', changed: ['name', 'email', 'contact'] },
    ]);
  });

  it('audits the changed fields, and nothing if none changed [P-5.33]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { contact: '98765 05555', amount: 50_000 });
    const desk = await signInAs(app, clinic);
    const body = { amount: 60_000, paymentId: null, personContact: '98765 05555' };
    const first = await desk.call(contract.correctAppointment, { params: { id }, body });
    app.setNow('2026-11-21T04:31:00Z');
    const again = await desk.call(contract.correctAppointment, { params: { id }, body });
    app.setNow(testNow);
    expect(again.body).toEqual(first.body);
    const rows = await asPlatform(app, (tx) =>
      tx.selectFrom('audit_log').selectAll().where('object', '=', id).execute(),
    );
    expect(rows.map((row) => row.detail)).toEqual([
      { date: '2026-11-21', time: '11:00', before: { amount: 50_000 }, after: { amount: 60_000 } },
    ]);
  });
});

describe('rescheduling', () => {
  it('moves scheduled bookings, and corrects the time of completed ones up to today [P-5.35, P-6.33]', async () => {
    const clinic = await buildTenant(app);
    const desk = await signInAs(app, clinic);
    const to = { date: '2026-11-28', time: '17:30' };
    const id = await buildAppointment(app, clinic);
    expect(
      (await desk.call(contract.rescheduleAppointment, { params: { id }, body: to })).body,
    ).toMatchObject(to);
    expect(
      (await desk.call(contract.rescheduleAppointment, { params: { id }, body: to })).body,
    ).toMatchObject(to);
    expect(await toAudit(id)).toEqual(['appointment.rescheduled']);
    for (const status of ['cancelled', 'no_show'] as const) {
      const other = await buildAppointment(app, clinic, { status });
      const refused = await desk.call(contract.rescheduleAppointment, { params: { id: other }, body: to });
      expect(refused.error?.code).toBe('appointment.not_reschedulable');
    }
    const done = await buildAppointment(app, clinic, { status: 'completed' });
    const correct = (date: string) =>
      desk.call(contract.rescheduleAppointment, { params: { id: done }, body: { date, time: '10:00' } });
    expect((await correct('2026-11-22')).error?.code).toBe('appointment.not_completable');
    expect((await correct('2026-11-21')).body).toMatchObject({
      date: '2026-11-21',
      time: '10:00',
      status: 'completed',
    });
  });

  it('checks the limit of another cycle, and no limit within the same cycle [P-5.35]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { date: '2026-11-21' });
    for (let count = 0; count < 24; count += 1) await buildAppointment(app, clinic, { date: '2026-11-20' });
    for (let count = 0; count < 25; count += 1) await buildAppointment(app, clinic, { date: '2026-12-20' });
    const desk = await signInAs(app, clinic);
    const moveTo = (date: string) =>
      desk.call(contract.rescheduleAppointment, { params: { id }, body: { date, time: '10:00' } });
    expect((await moveTo('2026-11-30')).status).toBe(200);
    const refused = await moveTo('2026-12-01');
    expect(refused.error?.code).toBe('plan.limit_reached');
    expect((await desk.call(contract.getAppointment, { params: { id } })).body.date).toBe('2026-11-30');
  });
});

async function getTallied(tenantId: string) {
  return asPlatform(app, (tx) =>
    tx.selectFrom('day_tallies').selectAll().where('tenant_id', '=', tenantId).executeTakeFirstOrThrow(),
  );
}

async function toAudit(id: string): Promise<string[]> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('audit_log').select('action').where('object', '=', id).orderBy('at').execute(),
  );
  return rows.map((row) => row.action);
}
