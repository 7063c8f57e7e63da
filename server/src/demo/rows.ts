import type { Insertable } from 'kysely';
import type { Appointments, Schema } from '../db/client/schema.ts';
import { emailKey } from '../modules/identity/index.ts';
import type { Person } from './accounts.ts';
import type { DemoBooking } from './booking.ts';
import type { StoredPrescription } from './store-prescriptions.ts';
import type { Planned, PlannedBusiness } from './plan.ts';
import type { BusinessRows } from './queries.ts';
import { monthEnd, monthStart } from './days-and-hours.ts';

/** The businesses signed up a quarter before the demo's today. */
const quarterMs = 90 * 86_400_000;
const weekMs = 7 * 86_400_000;

export function personRow(person: Planned<Person>, passwordHash: string, now: Date): Insertable<Schema['users']> & { id: string } {
  const { id, email, name } = person;
  return { id, email, email_key: emailKey(email), full_name: name, password_hash: passwordHash, created_at: signedUpBefore(now) };
}

/** The rows of tenant, profile and subscription. */
export function businessRows({ id, name, type, plan, hours, members }: PlannedBusiness, now: Date): BusinessRows {
  return {
    tenant: { id, name, status: 'active', created_at: signedUpBefore(now) },
    profile: {
      tenant_id: id,
      email: members[0].email,
      business_type: type,
      business_name: type === 'turf' ? name : null,
      time_slots: JSON.stringify(hours.slots),
      operating_days: [...hours.days],
      onboarding_completed: type !== null,
      updated_at: signedUpBefore(now),
    },
    subscription: {
      tenant_id: id,
      plan_id: plan,
      status: 'active',
      billing_cycle_start: monthStart(now),
      billing_cycle_end: monthEnd(now),
      created_at: signedUpBefore(now),
    },
  };
}

export function appointmentRow(booking: DemoBooking, tenantId: string, createdBy: string): Insertable<Appointments> {
  return {
    tenant_id: tenantId,
    id: booking.id,
    reference: booking.reference,
    person_name: booking.booker.name,
    person_email: booking.booker.email,
    person_contact: booking.booker.contact,
    doctor: booking.doctor,
    appointment_date: booking.date,
    appointment_time: booking.time,
    status: booking.status,
    amount_paise: booking.amount,
    payment_method: booking.paymentMethod,
    payment_id: booking.paymentId,
    arrived_at: booking.arrivedAt,
    created_by: createdBy,
    created_at: booking.createdAt,
    updated_at: booking.updatedAt,
  };
}

export function fileRow(prescription: StoredPrescription): Insertable<Schema['files']> & { id: string } {
  return {
    tenant_id: prescription.tenantId,
    id: prescription.id,
    appointment_id: prescription.appointmentId,
    display_name: prescription.displayName,
    media_type: prescription.mediaType,
    bytes: prescription.content.length,
    sha256: prescription.sha256,
    uploaded_by: prescription.uploadedBy,
    created_at: prescription.createdAt,
  };
}

/** When a member joined: the owner first, each other a week after the one before. */
export function joinedAt(place: number, now: Date): Date {
  return new Date(signedUpBefore(now).getTime() + place * weekMs);
}

function signedUpBefore(now: Date): Date {
  return new Date(now.getTime() - quarterMs);
}
