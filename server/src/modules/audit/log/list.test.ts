import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { listAudit, listAuditActors, listPlatformAudit } from '@samay/contract/audit/audit-log';
import { changeTenantStatus } from '@samay/contract/platform/tenants';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildReason } from '../../../../test/fixtures/reason.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Asha Kulkarni' });
  desk = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Pooja Bhandari' });
  admin = await signInAs(app, null, 'SUPER_ADMIN', { name: 'Nalini Rao' });
});
afterAll(() => app.close());
beforeEach(() => app.setNow(testNow));

it('lists who did what, filtered by subject, person and day in India [P-15.1]', async () => {
  app.setNow('2026-11-20T18:29:00Z'); // 23:59 on the 20th in India
  const late = await cancelOne(desk);
  app.setNow('2026-11-20T18:31:00Z');
  const early = await cancelOne(owner);
  const objects = async (query: object) => (await list(owner, query)).map(({ object }) => object);
  expect(await objects({ action: 'appointment' })).toEqual([early, late]);
  expect(await objects({ action: 'appointment.cancelled', day: '2026-11-20' })).toEqual([late]);
  expect(await objects({ day: '2026-11-21', action: 'appointment' })).toEqual([early]);
  expect(await objects({ actor: desk.identity?.userId })).toEqual([late]);
  expect(await objects({ action: 'appointment.created' })).toEqual([]);
  const [line] = await list(owner, { actor: desk.identity?.userId });
  expect(line).toMatchObject({
    actor: { id: desk.identity?.userId, name: 'Pooja Bhandari' },
    action: 'appointment.cancelled',
    detail: { before: { status: 'scheduled' }, after: { status: 'cancelled' } },
  });
});

it('shows an owner the platform’s actions in their business, without a name, and none elsewhere [P-15.5]', async () => {
  const other = await buildTenant(app);
  for (const { id } of [clinic, other]) await buildReason(app, admin.identity?.sessionId, id);
  await admin.call(changeTenantStatus, { params: { id: clinic.id }, body: { status: 'active' } });
  await admin.call(changeTenantStatus, { params: { id: other.id }, body: { status: 'pending' } });
  const lines = await list(owner, { action: 'tenant' });
  expect(lines).toMatchObject([{ object: clinic.id, actor: { id: admin.identity?.userId, name: null } }]);
});

it('pages by key, every row once, also those of one instant [P-15.1]', async () => {
  const stamps = [];
  for (let count = 0; count < 7; count += 1) stamps.push(await cancelOne(desk));
  const all = (await list(owner, { limit: 100 })).map(({ id }) => id);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await owner.call(listAudit, { query: { limit: 3, ...(cursor && { cursor }) } });
    paged.push(...body.items.map(({ id }) => id));
    cursor = body.next ?? undefined;
  } while (cursor);
  expect(paged).toEqual(all);
  expect(new Set(paged).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(stamps.length);
});

it('is for owners, and names the people to choose from [P-15.1]', async () => {
  expect((await desk.call(listAudit)).error?.code).toBe('access.denied');
  expect((await owner.call(listAuditActors)).body.people.map(({ name }) => name)).toEqual([
    'Asha Kulkarni',
    'Pooja Bhandari',
  ]);
});

it("shows a super admin the platform's own log, and a business's, which then says so", async () => {
  const platform = await list(admin, {}, listPlatformAudit);
  expect(platform.some(({ action }) => action.startsWith('appointment.'))).toBe(false);
  await buildReason(app, admin.identity?.sessionId, clinic.id);
  const seen = await admin.call(listPlatformAudit, { query: { business: clinic.id, action: 'appointment' } });
  expect(seen.body.items[0]?.actor?.name).toBe('Pooja Bhandari');
  expect(await readAudit(app, seen.headers['x-request-id'])).toEqual([
    { tenant_id: clinic.id, action: 'platform.audit_viewed', object: clinic.id },
  ]);
});

async function cancelOne(who: Client): Promise<string> {
  const id = await buildAppointment(app, clinic);
  expect((await who.call(cancelAppointment, { params: { id } })).status).toBe(200);
  return id;
}

async function list(
  who: Client,
  query: object,
  endpoint: typeof listAudit | typeof listPlatformAudit = listAudit,
) {
  const { body, status } = await who.send(endpoint, { query });
  expect(status).toBe(200);
  return (
    body as {
      items: {
        id: string;
        object: string;
        action: string;
        actor: { name: string | null } | null;
        detail: object;
      }[];
    }
  ).items;
}
