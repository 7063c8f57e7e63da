import { listAppointments } from '@samay/contract/bookings/appointments';
import { changeOnlineAccount } from '@samay/contract/online-payments/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { merchant, type PaidPages, startPaidPages } from '../../../../test/fixtures/public/paid-page.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { reconcileOnlineOrders } from './reconcile.ts';

// Tests what becomes of a payment that was begun while the business changes its page, its prices or its account, and
// while its visitor has further tabs open.

let pages: PaidPages;
beforeAll(async () => {
  pages = await startPaidPages();
});
afterAll(() => pages.close());
beforeEach(() => pages.begin());

const listed = async () =>
  (await pages.page.owner.call(listAppointments, { query: { status: 'all' } })).body.items;

it('leads a payer back whose business has changed the address, or turned the page off [P-12.236]', async () => {
  const [moved, off] = [await pages.order('10:00'), await pages.order('11:00')];
  const back = await pages.desk.pay(moved.visitor.checkout(moved.shown.body));
  await pages.choose({ slug: `${pages.page.slug}-new` });
  const redirected = await moved.visitor.comeBack(back);
  expect([redirected.status, redirected.place]).toEqual([308, `-new${moved.place}/return`]);
  const at = `/b/${pages.page.slug}-new`;
  await pages.choose({ isOn: false });
  const shown = await off.visitor.get(`${at}${off.place}`);
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('No time is given on this page at the moment.');
  const address = back.address.replace(`/b/${pages.page.slug}/`, `${at}/`);
  await moved.visitor.comeBack({ address, fields: back.fields });
  const told = await moved.visitor.get(`${at}${moved.place}`);
  expect(told.text).toContain('Your money is not taken');
  expect((await off.visitor.get(at)).status).toBe(404);
});

it('keeps its time whatever its visitor does in another tab, until they leave it [P-12.237]', async () => {
  const { visitor, place } = await pages.order('10:00');
  expect((await visitor.hold('11:00')).place).toContain('/ask');
  const other = await pages.payer();
  expect((await other.hold('10:00')).place).toContain('note=taken');
  expect((await other.post(`${place}/leave`)).status).toBe(404);
  expect((await visitor.post(`${place}/leave`)).place).toContain('/x-ray?');
  expect((await other.hold('10:00')).place).toContain('/ask');
});

it('is found again by who went back from it, keeps no more times of a number than may be open, and names no business where there is none [P-12.237]', async () => {
  await pages.choose({ openPerNumber: 2 });
  const { visitor, place } = await pages.order('10:00');
  expect((await visitor.ask({ time: '10:00' })).place).toBe(place);
  expect((await visitor.ask({ time: '11:00' })).place).toMatch(/^\/p\//);
  const third = await visitor.ask({ time: '12:00' });
  expect([third.status, third.text]).toEqual([
    409,
    expect.stringContaining('has asked for several times already'),
  ]);
  await visitor.post(`${place}/leave`);
  expect((await visitor.ask({ time: '12:00' })).place).toMatch(/^\/p\//);
  await pages.choose({ isOn: false });
  expect((await visitor.get('/p/00000000-0000-4000-8000-0000000000aa/return')).status).toBe(404);
});

it('is booked at the price that its payer saw [P-12.238]', async () => {
  const ordered = await pages.order();
  await asPlatform(pages.app, (tx) =>
    sql`update services set price_paise = 90000 where tenant_id = ${pages.page.clinic.id}`.execute(tx),
  );
  await pages.pay(ordered);
  expect(await listed()).toMatchObject([{ price: 50_000 }]);
});

it('is checked for two minutes after an unproven return, with no way to pay meanwhile [P-12.222]', async () => {
  const ordered = await pages.order();
  const back = await pages.desk.pay(ordered.visitor.checkout(ordered.shown.body));
  const fields = { ...back.fields, razorpay_signature: '0'.repeat(64) };
  const returned = await ordered.visitor.comeBack({ ...back, fields });
  const place = String(returned.headers['refresh']).replace('0; url=', '');
  const checking = await ordered.visitor.get(place);
  expect(checking.text).toContain('Your payment is being checked.');
  expect(checking.body).not.toContain('name="order_id"');
  pages.later(2);
  const over = await ordered.visitor.get(place);
  expect(over.text).toContain('Nothing was paid. You can pay again.');
  pages.later(0);
  await reconcileOnlineOrders(pages.app.dependencies);
  expect((await ordered.visitor.get(place)).place).toMatch(/^\/m\//);
});

it('becomes no second booking where its form was booked without a payment, and says so [T-4.10, P-12.181]', async () => {
  const { owner } = pages.page;
  const { visitor, shown, id } = await pages.order();
  const { keyId } = merchant;
  await owner.call(changeOnlineAccount, { body: { isOn: false, keyId, keySecret: null } });
  await visitor.post(`/c/${id}/who`, { person: 'new' });
  expect(await listed()).toHaveLength(1);
  expect((await visitor.get(`/p/${id}`)).place).toMatch(/^\/m\//);
  await pages.pay({ visitor, shown });
  await deliverDue(pages.app.dependencies);
  expect(await listed()).toHaveLength(1);
  expect((await pages.rows()).payments).toMatchObject([{ state: 'released', reason: 'second' }]);
  const told = await visitor.get(`/p/${id}`);
  expect(told.text).toContain('You have booked this time already');
  expect(told.text).toContain('Your appointment');
  const [link = ''] = /\/m\/[\w-]{39}/.exec(told.body) ?? [];
  expect((await visitor.get(link)).text).toContain('₹200 that you paid is not taken');
});
