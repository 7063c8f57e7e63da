import {
  cancelAppointment,
  completeAppointment,
  correctAppointment,
  createAppointment,
  getAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import {
  exportReceived,
  getMoney,
  getReceived,
  refundAdvance,
  refundPayment,
  setDiscount,
  takeAdvance,
  takeAll,
  takePayment,
  voidPayment,
} from '@samay/contract/bookings/money';
import { listPatients } from '@samay/contract/bookings/patients';
import { mergePeople, undoMerge } from '@samay/contract/bookings/people';
import { classifyPaymentMethod } from '@samay/contract/core/money';
import { addDays } from '@samay/contract/core/time';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../../src/db/tenant.ts';
import { testApp, type TestApp } from '../../fixtures/app.ts';
import { buildService } from '../../fixtures/availability.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../../fixtures/builders.ts';
import type { Answered, Client } from '../../fixtures/client.ts';
import { testEngine } from '../../fixtures/database.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';

// Plays random days at three desks concurrently: money is taken, split, spent from advances, given
// back, voided, waived; bookings are moved, completed, cancelled with their money, people merged;
// and each request may be sent twice. Afterwards each sum that the screens show equals the sum of
// its rows.

const days = isFull ? 60 : 4;
/** The presses of a day, a third of them at each desk. */
const presses = isFull ? 600 : 60;
const today = '2026-11-21';
const people = ['Sunita Patil', 'Arjun Rao', 'Meera Joshi'];
const methods = ['UPI', 'Cash', 'Card', 'gpay', 'Advance'];

const at = fc.nat(1_000);
const paise = fc.constantFrom(1, 100_00, 250_00, 700_00, 1_234_56);
const method = fc.constantFrom(...methods);
const isTwice = fc.boolean();
const press = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('take' as const), at, paise, method, isTwice }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take all' as const), at, method, isTwice }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), at, row: at, paise, method, isTwice }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), at, row: at, isTwice }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('waive' as const), at, paise }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('advance' as const), at, paise, method, isTwice }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('advance back' as const), at, paise, method, isTwice }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      at,
      paise: fc.option(paise),
      method: fc.option(method),
      name: fc.option(fc.constantFrom(...people)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('book' as const), at, paise: fc.option(paise), isTwice }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      at,
      money: fc.constantFrom('leave' as const, 'advance' as const, 'refund' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('complete' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('move' as const), at, day: fc.integer({ min: -2, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), at, other: at }) },
);
type Press = typeof press extends fc.Arbitrary<infer T> ? T : never;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it(
  `agrees to the paisa after ${days} random days of ${presses} presses at three desks [I-28]`,
  { timeout: 3_600_000 },
  async () => {
    const all = fc.sample(fc.array(press, { minLength: presses, maxLength: presses }), {
      numRuns: days,
      seed: 20_261_126,
    });
    const written = { rows: 0, refused: 0 };
    for (const day of all) {
      const desk = await Desk.open();
      await Promise.all(
        [0, 1, 2].map(async (lane) => {
          for (const [index, one] of day.entries()) if (index % 3 === lane) await desk.press(one, lane);
        }),
      );
      written.refused += desk.refused;
      written.rows += await desk.check();
    }
    printInvariant({ id: 'money', driver: testEngine, n: days * presses, ...written, violations: 0 });
    expect(written.rows).toBeGreaterThan(days * 10);
  },
);

/** A clinic with six visits of three people, and the three desks. */
class Desk {
  readonly #clinic: BuiltTenant;
  readonly #clients: readonly Client[];
  readonly #visits: string[];
  #keys = 0;
  refused = 0;

  private constructor(clinic: BuiltTenant, clients: readonly Client[], visits: string[]) {
    this.#clinic = clinic;
    this.#clients = clients;
    this.#visits = visits;
  }

  static async open(): Promise<Desk> {
    const clinic = await buildTenant(app, { plan: 'enterprise' });
    await buildService(app, clinic, { price_paise: 700_00 });
    const visits: string[] = [];
    for (const [index, personName] of [...people, ...people].entries())
      visits.push(
        await buildAppointment(app, clinic, {
          personName,
          date: addDays(today, (index % 3) - 1),
          time: `1${index}:00`,
        }),
      );
    const clients = [
      await signInAs(app, clinic, 'BUSINESS_OWNER'),
      await signInAs(app, clinic, 'BUSINESS_ADMIN'),
      await signInAs(app, clinic, 'EMPLOYEE'),
    ];
    return new Desk(clinic, clients, visits);
  }

  /** Presses once, or twice with one key: the second reply equals the first. */
  async press(one: Press, lane: number): Promise<void> {
    const client = this.#clients[lane] ?? this.#owner;
    const id = this.#visits[one.at % this.#visits.length] ?? '';
    const idempotencyKey = `money-press-${(this.#keys += 1)}`;
    const send = await this.#prepare(one, client, id);
    if (!send) return;
    const sent = 'isTwice' in one && one.isTwice ? [1, 2] : [1];
    const replies = await Promise.all(sent.map(async () => send(idempotencyKey)));
    for (const { status, error } of replies) {
      if (status >= 400) this.refused += 1;
      expect({ one, error: status >= 500 ? error : undefined }).toEqual({ one });
    }
  }

  get #owner(): Client {
    const [owner] = this.#clients;
    if (!owner) throw new Error('a desk has an owner');
    return owner;
  }

  /** Reads the screen, and returns the request that the press sends. */
  async #prepare(
    one: Press,
    client: Client,
    id: string,
  ): Promise<((idempotencyKey: string) => Promise<Answered<unknown>>) | undefined> {
    const params = { id };
    const {
      amount: amountBefore,
      discount: discountBefore,
      due,
    } = (await client.call(getAppointment, { params })).body;
    switch (one.kind) {
      case 'take': {
        const body = { amount: one.paise, method: one.method, amountBefore };
        return async (idempotencyKey) => client.call(takePayment, { params, body, idempotencyKey });
      }
      case 'take all': {
        if (!due) return undefined;
        const body = { bookings: [{ id, amount: due, amountBefore }], method: one.method };
        return async (idempotencyKey) => client.call(takeAll, { body, idempotencyKey });
      }
      case 'refund': {
        const payment = await this.#findRow(client, id, one.row);
        const body = { payment, amount: one.paise, method: one.method, reason: 'Goodwill', amountBefore };
        return async (idempotencyKey) => client.call(refundPayment, { params, body, idempotencyKey });
      }
      case 'void': {
        const body = { payment: await this.#findRow(client, id, one.row), reason: 'Wrong amount' };
        return async (idempotencyKey) => client.call(voidPayment, { params, body, idempotencyKey });
      }
      case 'waive': {
        const body = { discount: one.paise, discountBefore, reason: 'Cannot pay' };
        return async () => client.call(setDiscount, { params, body });
      }
      case 'advance': {
        const body = { amount: one.paise, method: one.method };
        return async (idempotencyKey) => client.call(takeAdvance, { params, body, idempotencyKey });
      }
      case 'advance back': {
        const body = { amount: one.paise, method: one.method, reason: 'Goodwill' };
        return async (idempotencyKey) => client.call(refundAdvance, { params, body, idempotencyKey });
      }
      case 'correct': {
        const body = {
          amount: one.paise,
          ...(one.method !== null && { paymentMethod: one.method }),
          ...(one.name !== null && { personName: one.name }),
        };
        return async () => client.call(correctAppointment, { params, body });
      }
      case 'book':
        return this.#book(one, client);
      case 'cancel': {
        const body = one.money === 'refund' ? { money: one.money, method: 'Cash' } : { money: one.money };
        return async () => client.call(cancelAppointment, { params, body });
      }
      case 'complete':
        return async () => client.call(completeAppointment, { params });
      case 'move': {
        const body = { date: addDays(today, one.day), time: `0${one.at % 10}:00` };
        return async () => client.call(rescheduleAppointment, { params, body });
      }
      case 'merge':
        return this.#merge(one);
    }
  }

  #book(one: Extract<Press, { kind: 'book' }>, client: Client) {
    const body = {
      personName: people[one.at % people.length] ?? '',
      personEmail: 'meera@people.example',
      date: addDays(today, (one.at % 3) - 1),
      time: '15:00',
      doctor: 'Dr. Rao',
      amount: one.paise,
      paymentMethod: 'UPI',
    };
    return async (idempotencyKey: string) => {
      const reply = await client.call(createAppointment, { body, idempotencyKey });
      if (reply.status < 300 && !this.#visits.includes(reply.body.id)) this.#visits.push(reply.body.id);
      return reply;
    };
  }

  /** Merges two people, or ends the merge of a merged person. */
  async #merge(one: Extract<Press, { kind: 'merge' }>) {
    const all = (await this.#owner.call(listPatients)).body.items;
    const [into, other] = [all[one.at % all.length], all[one.other % all.length]];
    if (!into || !other) return undefined;
    return async () =>
      into.id === other.id
        ? this.#owner.call(undoMerge, { params: { id: into.id, mergeId: into.id } })
        : this.#owner.call(mergePeople, { params: { id: into.id }, body: { otherId: other.id } });
  }

  async #findRow(client: Client, id: string, place: number): Promise<string> {
    const { rows } = (await client.call(getMoney, { params: { id } })).body;
    return rows[place % rows.length]?.id ?? id;
  }

  /** Compares the screens with the rows. Returns the number of rows. */
  async check(): Promise<number> {
    expect(await this.#wrongSums()).toEqual({ bookings: [], people: [], payments: [], transfers: [] });
    await this.#checkReceived();
    const { rows } = await asPlatform(app, (tx) =>
      sql<{
        count: number;
      }>`select count(*)::int as count from payments where tenant_id = ${this.#clinic.id}`.execute(tx),
    );
    return rows[0]?.count ?? 0;
  }

  /** Finds bookings, people, payments and transfers whose rows do not add up, in plain SQL. */
  async #wrongSums() {
    const tenant = this.#clinic.id;
    const ids = async (query: ReturnType<typeof sql<{ id: string }>>) =>
      (await asPlatform(app, (tx) => query.execute(tx))).rows.map(({ id }) => id);
    return {
      bookings: await ids(sql`select id from appointments as booking where tenant_id = ${tenant} and (
        coalesce(amount_paise, 0) <> coalesce((select sum(paise) from payments where tenant_id = ${tenant} and appointment_id = booking.id), 0)
        or coalesce(amount_paise, 0) <> coalesce((select sum(value::bigint) from jsonb_each_text(paid_by)), 0)
        or discount_paise <> coalesce((select sum(paise) from discounts where tenant_id = ${tenant} and appointment_id = booking.id), 0))`),
      people: await ids(sql`select id from patients where tenant_id = ${tenant} and (advance_paise < 0
        or advance_paise <> coalesce((select sum(paise) from payments where tenant_id = ${tenant} and patient_id = patients.id), 0))`),
      payments:
        await ids(sql`select id from payments as taken where tenant_id = ${tenant} and paise > 0 and kind <> 'void'
        and paise + coalesce((select sum(away.paise) from payments as away where away.tenant_id = ${tenant} and away.of_id = taken.id
          and not exists (select from payments as voids where voids.tenant_id = ${tenant} and voids.of_id = away.id and voids.kind = 'void')), 0) < 0`),
      transfers:
        await ids(sql`select one.id from payments as one join payments as other on other.tenant_id = ${tenant} and other.id = one.pair_id
        where one.tenant_id = ${tenant} and (one.paise + other.paise <> 0 or other.pair_id <> one.id)`),
    };
  }

  /** Compares received, by day and by method, and its export with the rows. */
  async #checkReceived(): Promise<void> {
    const { rows } = await asPlatform(app, (tx) =>
      sql<{
        day: string;
        method: string;
        paise: number;
      }>`select taken_on as day, coalesce(method, '') as method, paise from payments
        where tenant_id = ${this.#clinic.id} and pair_id is null`.execute(tx),
    );
    const sum = (of: typeof rows) => of.reduce((total, row) => total + row.paise, 0);
    const byMethod = Map.groupBy(rows, (row) => classifyPaymentMethod(row.method));
    const query = { from: addDays(today, -30), to: addDays(today, 30) };
    const received = (await this.#owner.call(getReceived, { query })).body;
    expect(received.total).toBe(sum(rows));
    expect(Object.fromEntries(received.methods.map((row) => [row.method, row.total]))).toEqual(
      Object.fromEntries([...byMethod].map(([name, of]) => [name, sum(of)])),
    );
    expect(received.people.reduce((total, row) => total + row.total, 0)).toBe(sum(rows));
    const { body } = await app.app.inject({
      method: 'GET',
      url: exportReceived.path,
      query,
      headers: this.#owner.headers(),
    });
    expect(body).toContain(`Total,,,,,,,${sum(rows) < 0 ? '"' : ''}${(sum(rows) / 100).toFixed(2)}`);
  }
}
