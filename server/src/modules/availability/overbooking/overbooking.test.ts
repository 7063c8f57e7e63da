import { getOverbooking, setOverbooking } from '@samay/contract/availability/overbooking';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('is allowed to employees until an owner switches it off, and shown to owners alone [P-6.38]', async () => {
  const tenant = await buildTenant(app);
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  expect((await owner.call(getOverbooking)).body).toEqual({ employees: true });
  const { body } = await owner.call(setOverbooking, { body: { employees: false } });
  expect([body, (await owner.call(getOverbooking)).body]).toEqual([
    { employees: false },
    { employees: false },
  ]);
  for (const role of ['EMPLOYEE', 'DOCTOR'] as const) {
    const member = await signInAs(app, tenant, role);
    expect((await member.call(getOverbooking)).status).toBe(403);
    expect((await member.call(setOverbooking, { body: { employees: true } })).status).toBe(403);
  }
});
