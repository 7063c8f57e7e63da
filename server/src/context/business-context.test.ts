import { Permission } from '@samay/contract/core/roles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant } from '../../test/fixtures/builders.ts';
import { newAppointment } from '../../test/fixtures/samples.ts';
import { asPlatform, inTenant } from '../db/tenant.ts';
import { audit } from '../modules/audit/index.ts';
import { createAppointment } from '../modules/bookings/appointments/create.ts';
import { allowed, userIdOf } from './actor.ts';
import { type BusinessContext, guestContext, systemContext } from './business-context.ts';

let app: TestApp;
let tenant: BuiltTenant;
let guest: ReturnType<typeof guestContext>;
let system: ReturnType<typeof systemContext>;
beforeAll(async () => {
  app = await testApp();
  tenant = await buildTenant(app);
  guest = guestContext(app.dependencies, { tenantId: tenant.id, requestId: 'a-visit' });
  system = systemContext(app.dependencies, { job: 'a job', tenantId: tenant.id });
});
afterAll(() => app.close());

it('gives no permission to a guest and to the system [T-2.9]', () => {
  for (const permission of Permission.options)
    expect([allowed(guest, permission), allowed(system, permission)]).toEqual([false, false]);
  expect([userIdOf(guest.actor), userIdOf(system.actor)]).toEqual([null, null]);
});

it('does not let a guest or the system call what needs a permission', () => {
  const body = newAppointment;
  // @ts-expect-error -- a guest has no caller, so the verbs of staff do not take its context
  const asGuest = () => createAppointment(guest, { body });
  // @ts-expect-error -- neither has the system
  const asSystem = () => createAppointment(system, { body });
  expect([asGuest, asSystem]).toHaveLength(2);
});

it('confines both to their business [T-2.9]', async () => {
  const other = await buildTenant(app);
  for (const context of [guest, system]) {
    const seen = await inTenant(context, (tx) =>
      tx.selectFrom('business_profiles').select('tenant_id').execute(),
    );
    expect(seen.map((row) => row.tenant_id)).toEqual([tenant.id]);
    await expect(
      inTenant(context, (tx) =>
        audit(tx, { ...context, tenantId: other.id as never }, 'appointment.created', 'x'),
      ),
    ).rejects.toThrow('row-level security');
  }
});

it('audits a guest as a guest without a user, and the system without an actor [T-2.9]', async () => {
  const noted = await Promise.all([guest, system].map(auditedBy));
  expect(noted).toEqual([
    { actor_id: null, detail: { of: 'a test', by: 'guest' }, request_id: 'a-visit' },
    { actor_id: null, detail: { of: 'a test' }, request_id: 'upkeep' },
  ]);
});

async function auditedBy(context: BusinessContext): Promise<unknown> {
  const object = context.actor.kind;
  await inTenant(context, (tx) => audit(tx, context, 'appointment.created', object, { of: 'a test' }));
  return asPlatform(app, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_id', 'detail', 'request_id'])
      .where('tenant_id', '=', tenant.id)
      .where('object', '=', object)
      .executeTakeFirstOrThrow(),
  );
}
