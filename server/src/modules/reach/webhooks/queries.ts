import type { WebhookAddresses } from '@samay/contract/reach/webhooks';
import type { BusinessType } from '@samay/contract/core/roles';
import { run } from '../../../db/transaction.ts';
import { type QueryBuilder, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { durationOf } from '../../availability/index.ts';

export interface HookRow extends WebhookAddresses {
  readonly encrypted: Buffer;
}

export const readHooks = statement<object, HookRow>((db, { tenantId }) => hooks(db, tenantId));

const readLocked = statement<object, HookRow>((db, { tenantId }) => hooks(db, tenantId).forUpdate());

/** Locks the webhooks for this transaction, and reads them. */
export async function lockHooks(tx: Tx, tenantId: TenantId) {
  return (await run(tx, { tenantId }, readLocked({})))[0];
}

/** Saves the addresses; a secret that exists is kept, also of a concurrent call. */
export async function saveAddresses(
  tx: Tx,
  {
    tenantId,
    now,
    encrypted,
    calendarEventUrl,
    cancelUrl,
  }: WebhookAddresses & { tenantId: TenantId; now: Date; encrypted: Buffer },
) {
  const values = { calendar_event_url: calendarEventUrl, cancel_url: cancelUrl, updated_at: now };
  await tx
    .insertInto('webhooks')
    .values({ tenant_id: tenantId, encrypted_secret: encrypted, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

export async function saveSecret(
  tx: Tx,
  { tenantId, now, encrypted }: { tenantId: TenantId; now: Date; encrypted: Buffer },
) {
  const values = { encrypted_secret: encrypted, updated_at: now };
  await tx
    .insertInto('webhooks')
    .values({ tenant_id: tenantId, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

export interface BookingForWebhook extends HookRow {
  readonly tenantId: string;
  readonly appointmentId: string;
  readonly personName: string;
  readonly doctor: string | null;
  readonly startsAt: Date;
  readonly minutes: number;
  /** The doctor or court that it occupies. */
  readonly resource: string | null;
  readonly service: string | null;
  readonly businessType: BusinessType | null;
}

/** Reads a booking for its webhook; no row if it is deleted or no webhook is set. */
export const readBookingForDelivery = statement<{ appointmentId: string }, BookingForWebhook>(
  (db, { tenantId, appointmentId }) =>
    db
      .selectFrom('appointments')
      .innerJoin('webhooks', 'webhooks.tenant_id', 'appointments.tenant_id')
      .innerJoin('business_profiles', 'business_profiles.tenant_id', 'appointments.tenant_id')
      .leftJoin('resources', (join) =>
        join
          .onRef('resources.tenant_id', '=', 'appointments.tenant_id')
          .onRef('resources.id', '=', 'appointments.resource_id'),
      )
      .select(durationOf(tenantId).as('minutes'))
      .select([
        'appointments.tenant_id as tenantId',
        'appointments.id as appointmentId',
        'person_name as personName',
        'doctor',
        'starts_at as startsAt',
        'resources.name as resource',
        'service_name as service',
        'business_type as businessType',
        'calendar_event_url as calendarEventUrl',
        'cancel_url as cancelUrl',
        'encrypted_secret as encrypted',
      ])
      .where('appointments.tenant_id', '=', tenantId)
      .where('appointments.id', '=', appointmentId),
);

function hooks(db: QueryBuilder, tenantId: TenantId) {
  return db
    .selectFrom('webhooks')
    .select([
      'calendar_event_url as calendarEventUrl',
      'cancel_url as cancelUrl',
      'encrypted_secret as encrypted',
    ])
    .where('tenant_id', '=', tenantId);
}
