import { addHourException, getHours } from '@samay/contract/availability/hours';
import { addResource, listResources } from '@samay/contract/availability/resources';
import { listServices } from '@samay/contract/availability/services';
import { listSlots } from '@samay/contract/availability/slots';
import { getTenantAvailability, listTenantSlots } from '@samay/contract/platform/tenant-availability';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildReason } from '../../../../test/fixtures/reason.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await signInAs(app, null, 'SUPER_ADMIN');
});
afterAll(() => app.close());

const unknown = '00000000-0000-4000-8000-0000000000ff';

it('shows its doctors or courts, services, hours and free starts as its own people see them, and audits the access [P-6.21]', async () => {
  const [tenant, other] = [
    await buildTenant(app, { businessType: 'turf', times: 'apart' }),
    await buildTenant(app, { businessType: 'turf', times: 'apart' }),
  ];
  for (const [of, court, day] of [
    [tenant, 'Ground 2', '2026-11-25'],
    [other, 'Ground of somebody else', '2026-11-26'],
  ] as const) {
    const owner = await signInAs(app, of, 'BUSINESS_OWNER');
    await owner.call(addResource, { body: { name: court } });
    const closed = {
      kind: 'closure',
      resourceId: null,
      reason: 'Repairs',
      from: { date: day, time: '06:00' },
      to: { date: day, time: '23:00' },
    } as const;
    await owner.call(addHourException, { body: closed });
  }
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  const query = { from: '2026-11-23', to: '2026-11-29' };
  await buildReason(app, admin.identity?.sessionId, tenant.id);
  const offered = await admin.call(getTenantAvailability, { params: { id: tenant.id }, query });
  expect(offered.body).toEqual({
    resources: (await owner.call(listResources)).body.items,
    services: (await owner.call(listServices)).body.items,
    hours: (await owner.call(getHours, { query })).body,
  });
  expect(offered.body.resources.map(({ name }) => name)).toContain('Ground 2');
  expect(offered.body.hours.exceptions).toHaveLength(1);
  const free = await admin.call(listTenantSlots, { params: { id: tenant.id }, query });
  expect(free.body).toEqual((await owner.call(listSlots, { query })).body);
  expect(free.body.resources.flatMap(({ days }) => days.map(({ date }) => date))).toContain('2026-11-26');
  for (const [seen, action] of [
    [offered, 'platform.availability_viewed'],
    [free, 'platform.slots_viewed'],
  ] as const) {
    expect(await readAudit(app, seen.headers['x-request-id'])).toEqual([
      { tenant_id: tenant.id, action, object: tenant.id },
    ]);
  }
  const nobody = { params: { id: unknown }, query };
  expect((await admin.call(getTenantAvailability, nobody)).error?.code).toBe('not_found');
  expect((await admin.call(listTenantSlots, nobody)).error?.code).toBe('not_found');
});
