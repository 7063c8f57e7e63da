import { deleteAccount, deletionPhrase } from '@samay/contract/identity/account';
import { getMoney, setDiscount, takePayment } from '@samay/contract/bookings/money';
import { listBookingPapers, getPaper, makePaper } from '@samay/contract/invoicing/papers';
import { listCloses } from '@samay/contract/ledger/closes';
import { addExpense, closeDrawer, getDrawer, listDrawers } from '@samay/contract/ledger/drawers';
import { exportReceived, getReceived } from '@samay/contract/ledger/received';
import { restoreUser } from '@samay/contract/platform/users';
import { listStaff, removeMember } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../test/fixtures/builders.ts';
import type { Client } from '../../../test/fixtures/client.ts';
import { asPlatform } from '../../db/tenant.ts';
import { deleteOldBookNames } from '../identity/index.ts';
import { eraseDeleted } from '../platform/index.ts';

// Tests the names of colleagues who handled money and left.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let asha: Client;
let visit: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  asha = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
  visit = await buildAppointment(app, clinic, { status: 'completed', price: 700_00 });
  await handleMoney();
});
afterAll(() => app.close());

const at = (id: string) => ({ params: { id } });
const getId = ({ identity }: Client) => identity?.userId ?? '';
const days = { from: '2026-11-01', to: '2026-11-30' };

/** Lets Asha take money, waive a part, make its receipt, note an expense, and close the drawer. */
async function handleMoney(): Promise<void> {
  const waived = { discount: 100_00, discountBefore: 0, reason: 'Goodwill' };
  const taken = { amount: 600_00, method: 'Cash', amountBefore: null };
  const closed = { counted: 580_00, period: 1, expected: 580_00 };
  const replies = [
    await asha.call(setDiscount, { ...at(visit), body: waived }),
    await asha.call(takePayment, { ...at(visit), body: taken }),
    await asha.call(makePaper, { ...at(visit), body: { kind: 'receipt', total: 600_00 } }),
    await asha.call(addExpense, { body: { paise: 20_00, reason: 'Tea' } }),
    await asha.call(closeDrawer, { body: closed }),
  ];
  expect(replies.map(({ status }) => status < 300)).toEqual([true, true, true, true, true]);
  await asha.call(addExpense, { body: { paise: 10_00, reason: 'Courier' } });
}

/** Reads each name of who handled the money, from all screens of money. */
async function namesInBooks(): Promise<(string | null)[]> {
  const money = (await owner.call(getMoney, at(visit))).body;
  const received = (await owner.call(getReceived, { query: days })).body;
  const [paper] = (await owner.call(listBookingPapers, at(visit))).body.papers;
  const drawers = (await owner.call(listDrawers)).body;
  const closes = (await owner.call(listCloses, { query: days })).body.items;
  const drawer = (await owner.call(getDrawer, { query: { holder: getId(asha) } })).body;
  const { headers } = owner;
  const file = await app.app.inject({
    method: 'GET',
    url: exportReceived.path,
    query: days,
    headers: headers.call(owner),
  });
  return [
    ...money.rows.map(({ by }) => by),
    ...money.discounts.map(({ by }) => by),
    ...received.people.map(({ name }) => name),
    (await owner.call(getPaper, at(paper?.id ?? ''))).body.by,
    ...drawers.open.map(({ holder }) => holder?.name ?? null),
    ...closes.flatMap(({ holder, closedBy, expenseRows }) => [
      holder?.name ?? null,
      closedBy,
      ...expenseRows.map(({ by }) => by),
    ]),
    ...drawer.expenseRows.map(({ by }) => by),
    file.body.includes('Asha Kulkarni') ? 'Asha Kulkarni' : null,
  ];
}

const kept = async () =>
  asPlatform(app, (tx) =>
    tx.selectFrom('book_names').select(['user_id', 'name']).where('tenant_id', '=', clinic.id).execute(),
  );
const everywhere = (name: string | null) => Array.from({ length: 10 }, () => name);

it('stay in the books of a removed colleague and nowhere else, for six years [P-9.120, P-9.121]', async () => {
  const idle = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Idle Irani' });
  const before = await namesInBooks();
  for (const one of [asha, idle]) expect((await owner.call(removeMember, at(getId(one)))).status).toBe(204);
  expect(before).toEqual(everywhere('Asha Kulkarni'));
  expect(await namesInBooks()).toEqual(before);
  expect(await kept()).toEqual([{ user_id: getId(asha), name: 'Asha Kulkarni' }]);
  expect(JSON.stringify((await owner.call(listStaff)).body)).not.toContain('Asha');
  const until = new Date(testNow);
  until.setUTCFullYear(until.getUTCFullYear() + 6);
  app.setNow(until.toISOString());
  await deleteOldBookNames(app.dependencies);
  expect(await kept()).toHaveLength(1);
  app.setNow(new Date(until.getTime() + 1).toISOString());
  await deleteOldBookNames(app.dependencies);
  expect(await kept()).toEqual([]);
});

it('stay when the account is deleted and erased, and go to the account when it is restored [P-9.121]', async () => {
  await asha.call(deleteAccount, { body: { phrase: deletionPhrase } });
  expect(await namesInBooks()).toEqual(everywhere('Asha Kulkarni'));
  const admin = await signInAs(app, null, 'SUPER_ADMIN');
  await admin.call(restoreUser, at(getId(asha)));
  expect(await kept()).toEqual([]);
  const again = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Meera Joshi' });
  const other = await buildAppointment(app, clinic, { status: 'completed', price: 700_00 });
  await again.call(takePayment, {
    ...at(other),
    body: { amount: 600_00, method: 'UPI', amountBefore: null },
  });
  await again.call(deleteAccount, { body: { phrase: deletionPhrase } });
  app.setNow(new Date(new Date(testNow).getTime() + 31 * 86_400_000).toISOString());
  expect((await eraseDeleted(app.dependencies)).people).toBe(1);
  expect(await kept()).toEqual([{ user_id: getId(again), name: 'Meera Joshi' }]);
  const later = await signInAs(app, clinic, 'BUSINESS_OWNER');
  expect((await later.call(getMoney, at(other))).body.rows[0]?.by).toBe('Meera Joshi');
});

it('of another business are not read [T-2.13]', async () => {
  const elsewhere = await buildTenant(app, { plan: 'enterprise' });
  const row = { tenant_id: elsewhere.id, user_id: getId(asha), removed_at: new Date(testNow) };
  await asPlatform(app, (tx) =>
    tx
      .insertInto('book_names')
      .values({ ...row, name: 'A stranger' })
      .execute(),
  );
  await owner.call(removeMember, at(getId(asha)));
  await asPlatform(app, (tx) => tx.deleteFrom('book_names').where('tenant_id', '=', clinic.id).execute());
  app.setNow(new Date(new Date(testNow).getTime() + 1000).toISOString());
  expect((await namesInBooks()).filter(Boolean)).toEqual([]);
});
