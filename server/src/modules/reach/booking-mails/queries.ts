import type { BusinessType } from '@samay/contract/core/roles';
import { sql } from 'kysely';
import type { TenantId, Tx } from '../../../db/tenant.ts';

/** Of the business that the transaction is confined to. */
export async function areMailsOn(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('booking_mails').select('is_on').executeTakeFirst();
  return row?.is_on ?? false;
}

export async function saveMailsOn(tx: Tx, { tenantId, isOn, now }: { tenantId: TenantId; isOn: boolean; now: Date }): Promise<void> {
  const values = { is_on: isOn, updated_at: now };
  await tx
    .insertInto('booking_mails')
    .values({ tenant_id: tenantId, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

/** A booking as its person is told of it. */
export interface Told {
  readonly personName: string;
  readonly personEmail: string;
  readonly doctor: string | null;
  readonly startsAt: Date;
  readonly businessName: string;
  readonly businessType: BusinessType | null;
}

/** In a platform transaction; undefined where the booking is gone or its business mails no more. */
export async function loadBookingForDelivery(
  tx: Tx,
  { tenantId, appointmentId }: { tenantId: string; appointmentId: string },
): Promise<Told | undefined> {
  return tx
    .selectFrom('appointments')
    .innerJoin('tenants', 'tenants.id', 'appointments.tenant_id')
    .innerJoin('business_profiles', 'business_profiles.tenant_id', 'appointments.tenant_id')
    .innerJoin('booking_mails', 'booking_mails.tenant_id', 'appointments.tenant_id')
    .select([
      'person_name as personName',
      'person_email as personEmail',
      'doctor',
      'starts_at as startsAt',
      'tenants.name as businessName',
      'business_type as businessType',
    ])
    .where('appointments.tenant_id', '=', tenantId)
    .where('appointments.id', '=', appointmentId)
    .where('is_on', '=', true)
    .executeTakeFirst();
}

/** Takes the letters about a booking back that wait and that nobody delivers at this moment. */
export async function takeUnsent(
  tx: Tx,
  appointmentId: string,
  now: Date,
): Promise<{ payload: unknown; attempts: number; written_at: Date }[]> {
  return tx
    .deleteFrom('outbox')
    .where('kind', '=', 'booking.mail')
    .where('subject', '=', appointmentId)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
    .returning(['payload', 'attempts', 'written_at'])
    .execute();
}

/** Whether another letter about the same booking was written after this one. */
export async function hasLaterLetter(tx: Tx, { tenant_id: tenantId, id }: { tenant_id: string; id: string }): Promise<boolean> {
  const { rows } = await sql<{ is_passed: boolean }>`select exists (select from outbox as this join outbox as later
    on later.tenant_id = this.tenant_id and later.subject = this.subject and later.kind = this.kind and later.written_at > this.written_at
    where this.tenant_id = ${tenantId} and this.id = ${id}) as is_passed`.execute(tx);
  return rows[0]?.is_passed === true;
}
