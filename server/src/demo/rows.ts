import type { Insertable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { emailKey } from '../modules/identity/index.ts';
import type { Person, Planned } from './accounts.ts';
import type { OccupyingBooking } from './occupy.ts';
import type { StoredPrescription } from './store-prescriptions.ts';
import type { PlannedBusiness } from './plan.ts';
import type { BookingRow, BusinessRows, TimeRows } from './queries.ts';
import { addDays } from '@samay/contract/core/time';
import { monthEnd, monthStart } from './days-and-hours.ts';

/** The time since the businesses signed up: a quarter before the demo's today. */
const quarterMs = 90 * 86_400_000;
const weekMs = 7 * 86_400_000;

export function personRow(
  person: Planned<Person>,
  passwordHash: string,
  now: Date,
): Insertable<Schema['users']> & { id: string } {
  const { id, email, name } = person;
  return {
    id,
    email,
    email_key: emailKey(email),
    full_name: name,
    password_hash: passwordHash,
    created_at: signedUpBefore(now),
  };
}

/** Creates the rows of tenant, profile and subscription. */
export function businessRows(
  { id, name, type, plan, hours, members }: PlannedBusiness,
  now: Date,
): BusinessRows {
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

export function appointmentRow(booking: OccupyingBooking, tenantId: string, createdBy: string): BookingRow {
  const { occupied } = booking;
  return {
    tenant_id: tenantId,
    id: booking.id,
    reference: booking.reference,
    person_name: booking.booker.name,
    person_email: booking.booker.email,
    person_contact: booking.booker.contact,
    about: booking.booker.about,
    doctor: booking.doctor,
    appointment_date: booking.date,
    appointment_time: booking.time,
    status: booking.status,
    amount_paise: booking.amount,
    payment_method: booking.paymentMethod,
    payment_id: booking.paymentId,
    arrived_at: booking.arrivedAt,
    resource_id: occupied?.resourceId ?? null,
    service_id: occupied?.service.id ?? null,
    service_name: occupied?.service.name ?? null,
    duration_min: occupied?.service.duration ?? null,
    buffer_before_min: occupied?.service.bufferBefore ?? null,
    buffer_after_min: occupied?.service.bufferAfter ?? null,
    price_paise: occupied?.price ?? null,
    overbooked_reason: occupied?.overbookedReason ?? null,
    created_by: createdBy,
    created_at: booking.createdAt,
    updated_at: booking.updatedAt,
  };
}

/** Creates the rows of resources, services and hours of a business, and of the bookings' claims. */
export function timeRows({ id, setup, bookings }: PlannedBusiness, now: Date): TimeRows | undefined {
  if (!setup) return undefined;
  const at = signedUpBefore(now);
  const created = { tenant_id: id, created_at: at, updated_at: at };
  return {
    resources: setup.resources.map(({ wholeId, memberId, ...resource }, position) => ({
      ...created,
      ...resource,
      whole_id: wholeId,
      member_id: memberId,
      position,
    })),
    services: setup.services.map((service, position) => ({
      ...created,
      id: service.id,
      name: service.name,
      duration_min: service.duration,
      buffer_before_min: service.bufferBefore,
      buffer_after_min: service.bufferAfter,
      price_paise: service.price,
      priced_per: service.pricedPer,
      free_within_days: service.freeWithinDays,
      position,
    })),
    priceRules: setup.services.flatMap((service) =>
      service.priceRules.map(({ resourceId, weekdays, hours, price }, position) => ({
        tenant_id: id,
        service_id: service.id,
        position,
        resource_id: resourceId,
        weekdays,
        from_time: hours?.from ?? null,
        to_time: hours?.to ?? null,
        price_paise: price,
      })),
    ),
    hours: setup.hours.map(({ resourceId, ...hours }) => ({
      tenant_id: id,
      resource_id: resourceId,
      ...hours,
    })),
    closures: setup.closures.map(({ resourceId, from, to, reason }) => ({
      tenant_id: id,
      kind: 'closure' as const,
      resource_id: resourceId,
      starts_at: new Date(`${from}T00:00:00+05:30`),
      ends_at: new Date(`${addDays(to, 1)}T00:00:00+05:30`),
      reason,
      created_at: at,
    })),
    claims: bookings.flatMap(({ id: bookingId, occupied }) =>
      (occupied?.claims ?? []).map(({ resourceId, startsAt, endsAt }) => ({
        tenant_id: id,
        resource_id: resourceId,
        appointment_id: bookingId,
        starts_at: startsAt,
        ends_at: endsAt,
        overbooked: occupied?.overbookedReason !== null,
      })),
    ),
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

/** Returns when a member joined: the owner first, each other a week after the one before. */
export function joinedAt(place: number, now: Date): Date {
  return new Date(signedUpBefore(now).getTime() + place * weekMs);
}

function signedUpBefore(now: Date): Date {
  return new Date(now.getTime() - quarterMs);
}
