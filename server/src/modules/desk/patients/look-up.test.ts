import { lookUpPeople } from '@samay/contract/people/people';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function fresh(plan = 'enterprise'): Promise<void> {
  clinic = await buildTenant(app, { plan });
  desk = await signInAs(app, clinic, 'EMPLOYEE');
}

const found = async (search: string, client = desk) =>
  (await client.call(lookUpPeople, { query: { search } })).body.items;
const names = async (search: string) => (await found(search)).map(({ name }) => name);

it('finds a number by its beginning first, then by any of its digits, however it is written [P-7.18]', async () => {
  await fresh();
  await buildAppointment(app, clinic, {
    personName: 'Meera Joshi',
    contact: '98200 11223',
    date: '2026-11-10',
  });
  await buildAppointment(app, clinic, {
    personName: 'Arjun Joshi',
    contact: '+91 98200-11223',
    date: '2026-11-12',
  });
  await buildAppointment(app, clinic, {
    personName: 'Zoya Khan',
    contact: '70098 20555',
    date: '2026-11-20',
  });
  await buildAppointment(app, clinic, { personName: 'Bed 982', contact: '70000 00001', date: '2026-11-20' });
  expect(await names('982')).toEqual(['Arjun Joshi', 'Meera Joshi', 'Zoya Khan', 'Bed 982']);
  for (const search of ['+91 98200', '098200', '11223', '9820011223', '98200-11 223']) {
    expect([search, await names(search)]).toEqual([search, ['Arjun Joshi', 'Meera Joshi']]);
  }
});

it('finds a name in any spelling of its letters, with literal wildcards, those with the latest booking first [P-7.18]', async () => {
  await fresh();
  await buildAppointment(app, clinic, {
    personName: 'Lakshmi Rao',
    contact: '98200 00001',
    date: '2026-11-10',
  });
  await buildAppointment(app, clinic, { personName: 'RAOUL', contact: '98200 00002', date: '2026-11-12' });
  await buildAppointment(app, clinic, { personName: 'Somebody', contact: '98200 00003', date: '2026-11-13' });
  expect(await names('rao')).toEqual(['RAOUL', 'Lakshmi Rao']);
  // The search is by number and name alone: each of these people has an email.
  for (const search of ['%%%', '___', 'people.example', 'nobody'])
    expect([search, await names(search)]).toEqual([search, []]);
});

it('finds words in any order and two letters at the beginning of one, and a second number [P-7.4, P-7.5]', async () => {
  await fresh();
  await buildAppointment(app, clinic, {
    personName: 'Om Prakash',
    contact: '98200 00001',
    date: '2026-11-13',
  });
  await buildAppointment(app, clinic, {
    personName: 'Dr. Renée  OM',
    contact: '98200 00002 / 98300 00009',
    date: '2026-11-12',
  });
  await buildAppointment(app, clinic, { personName: 'Thomas', contact: '98200 00003', date: '2026-11-11' });
  for (const [search, people] of [
    ['om', ['Om Prakash', 'Dr. Renée  OM']],
    ['prakash om', ['Om Prakash']],
    ['mrs renee', ['Dr. Renée  OM']],
    ['83', []],
    ['98', ['Om Prakash', 'Dr. Renée  OM', 'Thomas']],
    ['+91 98300-00009', ['Dr. Renée  OM']],
    ['९८२०० ००००३', ['Thomas']],
  ] as const)
    expect([search, await names(search)]).toEqual([search, people]);
});

it('tells the latest completed visit and its doctor, the next booking, and what fills a form [P-7.18, P-8.24]', async () => {
  await fresh();
  const person = { personName: 'Meera Joshi', contact: '98200 11223' };
  await buildAppointment(app, clinic, { ...person, date: '2026-11-10', status: 'completed' });
  await buildAppointment(app, clinic, {
    ...person,
    date: '2026-11-12',
    status: 'completed',
    doctor: 'Dr. Rao',
  });
  await buildAppointment(app, clinic, { ...person, date: '2026-11-20' });
  await buildAppointment(app, clinic, { ...person, date: '2026-11-24' });
  await buildAppointment(app, clinic, { ...person, date: '2026-11-21', time: '18:00', status: 'cancelled' });
  await buildAppointment(app, clinic, { ...person, date: '2026-11-21', time: '19:30' });
  await buildAppointment(app, clinic, { personName: 'New', contact: '98200 11224', date: '2026-11-19' });
  expect(await found('9820011')).toEqual([
    {
      id: expect.any(String),
      name: 'Meera Joshi',
      email: expect.stringContaining('@'),
      contact: '98200 11223',
      lastVisit: { date: '2026-11-12', doctor: 'Dr. Rao' },
      nextVisit: { date: '2026-11-21', time: '19:30' },
    },
    {
      id: expect.any(String),
      name: 'New',
      email: expect.stringContaining('@'),
      contact: '98200 11224',
      lastVisit: null,
      nextVisit: null,
    },
  ]);
});

it('tells the doctor of the last visit by their id [P-7.18, P-8.90]', async () => {
  await fresh();
  const resourceId = await buildResource(app, clinic, { name: 'Dr. Sen' });
  const person = { personName: 'Meera Joshi', contact: '98200 11223', status: 'completed' as const };
  await buildAppointment(app, clinic, { ...person, date: '2026-11-10' });
  await buildAppointment(app, clinic, { ...person, date: '2026-11-12', doctor: 'Dr. Sen', resourceId });
  const lastVisit = { date: '2026-11-12', doctor: 'Dr. Sen', resourceId };
  expect(await found('9820011')).toMatchObject([{ lastVisit }]);
});

it('shows eight at most, and needs two characters [P-7.18]', async () => {
  await fresh();
  for (let count = 0; count < 10; count += 1)
    await buildAppointment(app, clinic, { personName: `Person ${count}`, contact: `98200 0000${count}` });
  expect(await found('person')).toHaveLength(8);
  expect(await found('9820000')).toHaveLength(8);
  const refused = await desk.call(lookUpPeople, { query: { search: 'p ' } });
  expect(refused.error?.fields).toEqual({ search: 'At least 2 characters, please' });
});

it('omits people all of whose bookings the plan hides, and those of other businesses [P-7.17]', async () => {
  await fresh('basic');
  for (let count = 0; count < 25; count += 1)
    await buildAppointment(app, clinic, { personName: 'Shown', date: '2026-11-25', contact: '98200 00001' });
  await buildAppointment(app, clinic, { personName: 'Hidden', date: '2026-11-24', contact: '98200 00002' });
  await buildAppointment(app, clinic, {
    personName: 'Shown',
    date: '2026-11-24',
    contact: '98200 00001',
    status: 'completed',
  });
  expect(await names('9820000')).toEqual(['Shown']);
  expect((await found('shown'))[0]?.lastVisit).toBeNull();
  expect(await names('hidden')).toEqual([]);
  const other = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  expect(await found('98200', other)).toEqual([]);
});
