import { getAppointment } from '@samay/contract/bookings/appointments';
import { mostTakenTogether, takeAll } from '@samay/contract/bookings/money';
import { getPatient } from '@samay/contract/people/patients';
import { mergePeople } from '@samay/contract/people/people';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildAppointments,
  type BuiltAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

// Reads what the others with a person's number owe, and takes it together. The day is 21 November 2026.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function fresh(plan: string): Promise<void> {
  clinic = await buildTenant(app, { plan });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}

const contact = '98200 11223';
const owing = { contact, status: 'completed', price: 700_00, date: '2026-11-10' } as const;
const owed = (about: Partial<BuiltAppointment>) => buildAppointment(app, clinic, { ...owing, ...about });
const getPerson = async (booking: string) =>
  (await owner.call(getAppointment, { params: { id: booking } })).body.patientId ?? '';
const page = async (booking: string) =>
  (await owner.call(getPatient, { params: { id: await getPerson(booking) } })).body;

it('has what the others with the number owe up to today, by name, and takes it together [P-9.90, P-9.91]', async () => {
  await fresh('enterprise');
  const mother = await owed({ personName: 'Sunita Patil' });
  const rohan = await owed({ personName: 'Rohan Patil', date: '2026-11-09', amount: 200_00 });
  const anu = await owed({ personName: 'Anu Patil', contact: '+91-98200-11223', date: '2026-11-08' });
  const merged = await owed({ personName: 'Anuradha Patil', contact: '98200 99999', date: '2026-11-07' });
  await owner.call(mergePeople, {
    params: { id: await getPerson(anu) },
    body: { otherId: await getPerson(merged) },
  });
  await owed({ personName: 'Rohan Patil', date: '2026-11-22', status: 'scheduled' });
  await owed({ personName: 'Rohan Patil', status: 'cancelled' });
  await owed({ personName: 'Rohan Patil', amount: 700_00 });
  await owed({ personName: 'Asha Rao', contact: '98200 99998' });
  await buildAppointment(app, await buildTenant(app), { ...owing, personName: 'Meera Patil' });

  const { owing: own, householdOwing } = await page(mother);
  expect(own.map(({ id }) => id)).toEqual([mother]);
  const [time, due] = [expect.stringMatching(/^\d\d:\d\d$/), 700_00];
  expect(householdOwing).toEqual([
    { id: merged, date: '2026-11-07', time, due, amount: null, personName: 'Anu Patil' },
    { id: anu, date: '2026-11-08', time, due, amount: null, personName: 'Anu Patil' },
    { id: rohan, date: '2026-11-09', time, due: 500_00, amount: 200_00, personName: 'Rohan Patil' },
  ]);
  // The number of the person who was merged into her is hers too.
  expect((await page(anu)).householdOwing.map(({ personName }) => personName)).toEqual([
    'Rohan Patil',
    'Sunita Patil',
  ]);

  const bookings = [...own, ...householdOwing].map((row) => ({
    id: row.id,
    amount: row.due,
    amountBefore: row.amount,
  }));
  const taken = await owner.call(takeAll, { body: { bookings, method: 'Cash' } });
  expect(taken.body.items.map(({ due: left }) => left)).toEqual([0, 0, 0, 0]);
  expect(await page(mother)).toMatchObject({ owing: [], householdOwing: [] });
});

it('has no more of them than are taken together with the person`s own, the oldest first [P-9.91]', async () => {
  await fresh('enterprise');
  const mother = await owed({ personName: 'Sunita Patil' });
  const many = Array.from({ length: mostTakenTogether }, () => ({ ...owing, personName: 'Rohan Patil' }));
  await buildAppointments(app, clinic, [...many, { ...owing, personName: 'Anu Patil', date: '2026-11-01' }]);
  const { householdOwing } = await page(mother);
  expect(householdOwing).toHaveLength(mostTakenTogether - 1);
  expect(householdOwing[0]?.personName).toBe('Anu Patil');
});

it('has none that the plan hides [P-9.90]', async () => {
  await fresh('basic');
  const [mother = ''] = await buildAppointments(app, clinic, [
    { ...owing, personName: 'Sunita Patil' },
    { ...owing, personName: 'Rohan Patil' },
    ...Array.from({ length: 23 }, () => ({ ...owing, personName: 'Asha Rao', contact: '98200 99998' })),
    // In the list they come after those above.
    { ...owing, personName: 'Rohan Patil', date: '2026-11-09' },
  ]);
  const { householdOwing } = await page(mother);
  expect(householdOwing.map(({ date }) => date)).toEqual(['2026-11-10']);
});
