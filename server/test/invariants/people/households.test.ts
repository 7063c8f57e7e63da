import { getPatient } from '@samay/contract/people/patients';
import { listPatientHistory } from '@samay/contract/desk/visits';
import { correctPerson, mergePeople, undoMerge } from '@samay/contract/people/people';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../../src/db/tenant.ts';
import { testApp, type TestApp } from '../../fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../../fixtures/builders.ts';
import { changeKept } from '../../fixtures/change-kept.ts';
import type { Client } from '../../fixtures/client.ts';
import { testEngine } from '../../fixtures/database.ts';
import { HouseholdModel, type ModelBooking } from '../../fixtures/invariants/household.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { buildPrescription } from '../../fixtures/samples/sample-world.ts';

// Tests that two people's data never mix: in random households with shared numbers, whose people
// are booked, renamed, corrected, merged and unmerged, every prescription and amount is with the
// person that its booking names, and with the person that this one is shown with. Undoing restores
// exactly.

const households = isFull ? 1_000 : 10;
const steps = 12;
const perTenant = 20;
/** The names of four people, two of them in several spellings. */
const names = ['Meera', 'Dr. MEERA', 'Mira', 'Arjun', 'Master. arjun', 'Kamala'];
const email = 'family@people.example';

const at = fc.nat(1_000);
const anyName = fc.constantFrom(...names);
const aNumber = fc.constantFrom(0, 0, 0, 1, 2);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      name: anyName,
      number: aNumber,
      paise: fc.nat(90_000),
      isPrescribed: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('rename' as const), at, name: anyName, number: aNumber }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      at,
      name: fc.option(anyName),
      number: fc.option(aNumber),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('merge' as const), at, other: at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), at }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
const clinics: string[] = [];
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it(`keeps the people of ${households} random households apart [I-32]`, { timeout: 3_600_000 }, async () => {
  const all = fc.sample(fc.array(step, { minLength: steps, maxLength: steps }), {
    numRuns: households,
    seed: 20_261_123,
  });
  const done = { merged: 0, undone: 0, corrected: 0, refused: 0 };
  for (const [index, taken] of all.entries()) {
    if (index % perTenant === 0) {
      clinic = await buildTenant(app, { plan: 'enterprise' });
      owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
      clinics.push(clinic.id);
    }
    const household = new Household(index);
    const first: Step = { kind: 'book', name: 'Meera', number: 0, paise: 100, isPrescribed: true };
    for (const one of [first, { ...first, name: 'Mira' }, { ...first, name: 'Arjun' }, ...taken]) {
      const result = await household.take(one);
      if (result) done[result] += 1;
    }
    await household.check();
    // Undoes everything, in any order: the result is as if nobody had ever been merged.
    for (const merged of household.model.merges.keys()) await household.undo(merged);
    await household.check();
  }
  for (const id of clinics) expect(await wrongTallies(id)).toEqual([]);
  printInvariant({ id: 'people', driver: testEngine, n: households, violations: 0, ...done });
  for (const count of Object.values(done)) expect(count).toBeGreaterThan(households / 10);
});

type Done = 'merged' | 'undone' | 'corrected' | 'refused';

/** One household of the business, with its model. */
class Household {
  readonly model = new HouseholdModel();
  readonly #index: number;

  constructor(index: number) {
    this.#index = index;
  }

  async take(taken: Step): Promise<Done | undefined> {
    const before = this.model.identities();
    const done = await this.#apply(taken);
    this.model.settle([...before, ...this.model.identities()]);
    return done;
  }

  async #apply(taken: Step): Promise<Done | undefined> {
    switch (taken.kind) {
      case 'book':
        await this.#book(taken);
        return undefined;
      case 'rename': {
        const booking = pick(this.model.bookings, taken.at);
        const from = HouseholdModel.identityOf(booking);
        Object.assign(booking, { name: taken.name, contact: this.#contact(taken.number) });
        await this.#write(booking.id, { person_name: booking.name, person_contact: booking.contact });
        this.model.leave(from, HouseholdModel.identityOf(booking));
        return undefined;
      }
      case 'correct':
        return this.#correct(pick(this.model.roots(), taken.at), taken);
      case 'merge':
        return this.#merge(pick(this.model.roots(), taken.at), pick(this.model.roots(), taken.other));
      case 'undo':
        if (this.model.merges.size === 0) return undefined;
        await this.undo(pick([...this.model.merges.keys()], taken.at));
        return 'undone';
    }
  }

  async #book({ name, number, paise, isPrescribed }: Extract<Step, { kind: 'book' }>): Promise<void> {
    const contact = this.#contact(number);
    const day = String(1 + (this.model.bookings.length % 28)).padStart(2, '0');
    const about = { personName: 'Nobody', contact: '70000 00000', amount: paise, date: `2026-11-${day}` };
    const id = await buildAppointment(app, clinic, about);
    await this.#write(id, { person_name: name, person_contact: contact, person_email: this.#email });
    if (isPrescribed) await buildPrescription(app, clinic, id);
    this.model.bookings.push({ id, name, contact, email: this.#email, paise, isPrescribed });
  }

  /** Writes as a verb does. */
  async #write(
    id: string,
    columns: { person_name: string; person_contact: string | null; person_email?: string },
  ): Promise<void> {
    await asPlatform(app, (tx) => changeKept(tx, { tenant: clinic.id, id }, () => columns));
  }

  async #merge(root: string, other: string): Promise<Done> {
    const { status } = await owner.call(mergePeople, {
      params: { id: await this.#getId(root) },
      body: { otherId: await this.#getId(other) },
    });
    if (root === other || this.model.hasMerges(other)) {
      expect(status).toBe(root === other ? 400 : 409);
      return 'refused';
    }
    expect(status).toBe(201);
    this.model.merges.set(other, root);
    return 'merged';
  }

  async undo(merged: string): Promise<void> {
    const before = this.model.identities();
    const root = this.model.merges.get(merged) ?? '';
    const params = { id: await this.#getId(root), mergeId: await this.#getId(merged) };
    expect((await owner.call(undoMerge, { params })).status).toBe(200);
    this.model.merges.delete(merged);
    this.model.settle(before);
  }

  async #correct(
    root: string,
    { name, number }: Extract<Step, { kind: 'correct' }>,
  ): Promise<Done | undefined> {
    const id = await this.#getId(root);
    const contact = number === null ? undefined : this.#contact(number);
    const shown = (await owner.call(getPatient, { params: { id } })).body;
    const to = HouseholdModel.identityOf({
      name: name ?? shown.name,
      contact: contact === undefined ? shown.contact : contact,
      email: shown.email ?? '',
    });
    const body = { ...(name !== null && { name }), ...(contact !== undefined && { contact }) };
    const { status, error } = await owner.call(correctPerson, { params: { id }, body });
    if (to !== root && this.model.identities().includes(to)) {
      expect([status, error?.code]).toEqual([409, 'person.exists']);
      return 'refused';
    }
    expect(status).toBe(200);
    for (const booking of this.model.own(root))
      Object.assign(booking, name !== null && { name }, contact !== undefined && { contact });
    this.model.rename(root, to);
    return 'corrected';
  }

  /**
   * Checks that every page equals the model, and that every booking is with the person that it
   * names.
   */
  async check(): Promise<void> {
    for (const root of this.model.roots()) {
      const params = { id: await this.#getId(root) };
      const shown = this.model.shown(root);
      const { body } = await owner.call(getPatient, { params });
      expect([body.bookings, body.revenue, body.prescriptions]).toEqual([
        shown.length,
        sumOf(shown),
        shown.filter((one) => one.isPrescribed).length,
      ]);
      const history = await owner.call(listPatientHistory, { params, query: { limit: 100 } });
      expect(history.body.items.map((one) => one.id).toSorted()).toEqual(
        shown.map((one) => one.id).toSorted(),
      );
    }
    const ids = new Map<string, string>();
    for (const booking of this.model.bookings) {
      const identity = HouseholdModel.identityOf(booking);
      const id = await patientOf(booking.id);
      expect(ids.get(identity) ?? id).toBe(id);
      ids.set(identity, id);
    }
    expect(new Set(ids.values()).size).toBe(ids.size);
  }

  /**
   * Finds the id of a person by a booking that names them; without one, by those shown with them.
   */
  async #getId(identity: string): Promise<string> {
    const [own] = this.model.own(identity);
    if (own) return patientOf(own.id);
    const [merged = ''] = [...this.model.merges].find(([, into]) => into === identity) ?? [];
    const { rows } = await asPlatform(app, (tx) =>
      sql<{ merged_into: string }>`select merged_into from patients where id = ${
        this.model.own(merged).length === 0
          ? null
          : sql`(
        select patient_id from appointments where id = ${this.model.own(merged)[0]?.id})`
      }`.execute(tx),
    );
    return rows[0]?.merged_into ?? '';
  }

  /** Chooses the family's number, another one, or none. */
  #contact(number: number): string | null {
    return number === 2 ? null : `98${String(this.#index).padStart(4, '0')} ${number}0000`;
  }

  get #email(): string {
    return `${this.#index}${email}`;
  }
}

async function patientOf(bookingId: string): Promise<string> {
  const { patient_id: id } = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select('patient_id').where('id', '=', bookingId).executeTakeFirstOrThrow(),
  );
  return id ?? '';
}

/** Finds people whose tallies are not the sums of the bookings that name them. */
async function wrongTallies(tenant: string): Promise<unknown[]> {
  const { rows } = await asPlatform(app, (tx) =>
    sql`select patients.id, patients.bookings, count(appointments.id) from patients
      left join appointments on appointments.tenant_id = patients.tenant_id and appointments.patient_id = patients.id
      where patients.tenant_id = ${tenant} group by patients.tenant_id, patients.id
      having (patients.bookings, patients.prescriptions, patients.revenue_paise) is distinct from (count(appointments.id)::int,
        count(prescription_id)::int, coalesce(sum(amount_paise), 0)::bigint)
        or bool_or(fold_name(appointments.person_name) <> fold_name(patients.name)
          or person_key(appointments.person_email, appointments.person_contact) <> patients.person_key)`.execute(
      tx,
    ),
  );
  return rows;
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

function sumOf(bookings: readonly ModelBooking[]): number {
  return bookings.reduce((sum, { paise }) => sum + paise, 0);
}
