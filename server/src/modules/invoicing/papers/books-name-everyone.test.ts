import { getAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { getDrawer } from '@samay/contract/ledger/drawers';
import { takePayment } from '@samay/contract/bookings/money';
import { exportReceived, getOwnTakings } from '@samay/contract/ledger/received';
import { exportPapers, listPapers, makePaper } from '@samay/contract/invoicing/papers';
import { exportRevenue } from '@samay/contract/desk/revenue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildAppointments,
  buildTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('books of money name the person of a row beyond the plan too, lists of bookings do not [P-4.6, P-4.43]', async () => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const id = await buildAppointment(app, clinic, {
    personName: 'Sunita Patil',
    date: '2026-11-10',
    price: 500_00,
  });
  const params = { id };
  await owner.call(takePayment, { params, body: { amount: 500_00, method: 'Cash', amountBefore: null } });
  const receipt = { kind: 'receipt', total: 500_00 } as const;
  expect((await owner.call(makePaper, { params, body: receipt })).status).toBe(201);
  await buildAppointments(
    app,
    clinic,
    Array.from({ length: 25 }, () => ({ date: '2026-11-20' })),
  );
  const query = { from: '2026-11-01', to: '2026-11-30' };
  const download = async (url: string) =>
    (await app.app.inject({ method: 'GET', url, query, headers: owner.headers() })).body;

  expect((await owner.call(getAppointment, { params })).status).toBe(404);
  expect(JSON.stringify((await owner.call(listAppointments)).body)).not.toContain('Sunita');
  expect(await download(exportRevenue.path)).not.toContain('Sunita');

  expect((await owner.call(getDrawer)).body.rows).toMatchObject([{ personName: 'Sunita Patil' }]);
  expect((await owner.call(getOwnTakings)).body.rows).toMatchObject([{ personName: 'Sunita Patil' }]);
  expect(JSON.stringify((await owner.call(listPapers, { query })).body.items)).toContain('Sunita Patil');
  expect(await download(exportReceived.path)).toContain('Sunita Patil');
  expect(await download(exportPapers.path)).toContain('Sunita Patil');
});
