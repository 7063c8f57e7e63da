import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import type { BusinessType } from '../core/roles.ts';
import { Id, line } from '../core/text.ts';
import { Instant, LocalDate } from '../core/time.ts';
import { capitalise, wording } from '../core/wording.ts';

/**
 * Names the subjects of audited actions in the words of a business type, for the filter above the
 * log. An action of `auditActions` that begins with another word does not compile.
 */
export function auditNouns(businessType: BusinessType) {
  const { booking, bookings, resources } = wording[businessType];
  return {
    appointment: capitalise(bookings),
    prescription: 'Prescriptions',
    note: 'Notes on visits',
    whatsapp: 'WhatsApp messages',
    money: 'Money',
    drawer: 'Drawers',
    paper: 'Receipts and invoices',
    people: `People of ${bookings}`,
    revenue: 'Revenue exports',
    session: 'Sign-ins',
    sessions: 'Sign-outs everywhere',
    password: 'Passwords',
    factor: 'Two-step verification',
    recovery_codes: 'Recovery codes',
    identity: 'Google accounts',
    profile: 'Own profiles',
    invitation: 'Invitations',
    staff: 'Staff changes',
    business_profile: 'Business profile',
    resource: capitalise(resources),
    service: 'Services',
    hours: 'Hours and closures',
    closing: 'Closed days',
    overbooking: 'Double bookings',
    onboarding: 'Onboarding',
    calendar: 'Google Calendar',
    webhook: 'Webhooks',
    delivery: 'Deliveries tried again',
    notice_settings: 'Reminders',
    online_account: 'Online payments',
    booking_request: 'Requests of the public page',
    booking_mails: `${capitalise(booking)} emails`,
    subscription: 'Plan changes',
    payment: 'Payments',
    plan: 'Plan terms',
    tenant: 'Changes by the platform',
    platform: 'Access by the platform',
    account: 'Accounts deleted or restored',
    archive: 'Exports of everything',
    import: 'Files brought in',
    person: 'People signed out',
    access: 'Refused attempts',
    integrity: 'Checks of stored data',
  };
}

/**
 * One audited action. `detail` has ids, amounts, statuses, dates and the names of fields, never
 * personal data; names are looked up when the log is read.
 */
export const AuditLine = z.strictObject({
  id: Id,
  at: Instant,
  /**
   * The signed-in user; null for an action without one, such as a failed sign-in. `name` is null
   * once the person is erased.
   */
  actor: z.strictObject({ id: Id, name: z.string().nullable() }).nullable(),
  /** `noun.verb`, such as `appointment.cancelled`. */
  action: z.string(),
  object: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /**
   * The person in an action on a booking or a person; `name` is null once their row is deleted.
   * Null for other actions, for rows that the plan hides, and for the platform, which reads no
   * names.
   */
  subject: z.strictObject({ name: z.string().nullable() }).nullable(),
  /** The names of the people, doctors, courts and services that `detail` names by id. */
  names: z.record(z.string(), z.string()),
  /** The typed reason that is kept with the booking. */
  reason: z.string().nullable(),
});
export type AuditLine = z.infer<typeof AuditLine>;

const filters = {
  /** A prefix of an action: `appointment` or `appointment.cancelled`. */
  action: line(60)
    .regex(/^[a-z_]*(\.[a-z_]*)?$/, 'Please choose an action of the list')
    .optional(),
  actor: Id.optional(),
  day: LocalDate.optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};
const AuditPage = z.strictObject({ items: z.array(AuditLine), next: z.string().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: 'audit.read',
  summary: "Audit log of the caller's business, newest first, filtered by action, person and day (in India).",
  query: z.strictObject(filters),
  reply: AuditPage,
});

export const listAuditActors = endpoint({
  method: 'GET',
  path: '/api/audit/people',
  access: 'audit.read',
  summary: 'The people of the business, for the filter by person.',
  reply: z.strictObject({ people: z.array(z.strictObject({ id: Id, name: z.string() })) }),
});

export const listPlatformAudit = endpoint({
  method: 'GET',
  path: '/api/platform/audit',
  access: 'platform.manage',
  needsReason: true,
  summary: 'Audit log of the platform itself, or of one business.',
  query: z.strictObject({ ...filters, business: Id.optional() }),
  reply: AuditPage,
});
