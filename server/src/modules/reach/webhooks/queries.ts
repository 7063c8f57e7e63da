import type { WebhookAddresses } from '@samay/contract/reach/webhooks';
import type { BusinessType } from '@samay/contract/core/roles';
import { type InTenant, type QueryBuilder, statement, type TenantId } from '../../../db/statement.ts';
import { durationOf } from '../../availability/index.ts';

export interface HookRow extends WebhookAddresses {
  readonly encrypted: Buffer;
}

export const readHooks = statement<object, HookRow>((db, { tenantId }) => hooks(db, tenantId));

export const lockHooks = statement((db, { tenantId }) => hooks(db, tenantId).forUpdate());

type Addresses = WebhookAddresses & { readonly encrypted: Buffer; readonly now: Date };

/** Saves the addresses; a secret that exists is kept, also of a concurrent call. */
export const saveAddresses = statement((db, values: InTenant & Addresses) => {
  const changes = {
    calendar_event_url: values.calendarEventUrl,
    cancel_url: values.cancelUrl,
    updated_at: values.now,
  };
  return db
    .insertInto('webhooks')
    .values({ tenant_id: values.tenantId, encrypted_secret: values.encrypted, ...changes })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changes));
});

export const saveSecret = statement(
  (db, { tenantId, encrypted, now }: InTenant & { encrypted: Buffer; now: Date }) => {
    const changes = { encrypted_secret: encrypted, updated_at: now };
    return db
      .insertInto('webhooks')
      .values({ tenant_id: tenantId, ...changes })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changes));
  },
);

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
