import { z } from 'zod';
import { Appointment } from '../bookings/appointments.ts';
import { AuditLine } from '../audit/audit-log.ts';
import { SupportAccessReason } from '../audit/support-access.ts';
import { endpoint } from '../core/endpoint.ts';
import { OwnLimit, PlanId, Usage } from '../tenancy/plans.ts';
import { BusinessType, Role } from '../core/roles.ts';
import { daysOfSchedule, Schedule } from '../desk/schedule.ts';
import { StatusFilter } from '../bookings/statuses.ts';
import { EmailAddress, Id, line, requiredMailedLine } from '../core/text.ts';
import { Instant, LocalDate } from '../core/time.ts';

export const TenantStatus = z.enum(['active', 'pending', 'suspended']);
export type TenantStatus = z.infer<typeof TenantStatus>;

/** The days for which a deleted business is hidden and can be restored; then a job erases it. */
export const daysUntilErased = 30;

/**
 * A business in the platform's list. `ownerName` and `ownerEmail` belong to the first owner, or to
 * the invited one. Addresses are masked (`ra•••@people.example`) except in the view of one
 * business.
 */
export const TenantLine = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string(),
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  businessType: BusinessType.nullable(),
  /** The plan; null without an active subscription. */
  planId: PlanId.nullable(),
  status: TenantStatus,
  usersCount: z.int(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
});
export type TenantLine = z.infer<typeof TenantLine>;

export const TenantFilter = z.enum(['all', 'active', 'pending', 'suspended', 'deleted']);
export type TenantFilter = z.infer<typeof TenantFilter>;

const TenantPage = z.strictObject({ items: z.array(TenantLine), next: z.string().nullable() });
const Cursor = z.string().max(300).optional();
const Limit = z.coerce.number().int().min(1).max(100).default(50);
const Search = line(100);
const params = z.strictObject({ id: Id });

/** The details of one business for the platform. */
export const TenantView = z.strictObject({
  tenant: TenantLine,
  profile: z.strictObject({
    businessName: z.string().nullable(),
    onboarded: z.boolean(),
    timeSlots: z.array(z.strictObject({ start_time: z.string(), end_time: z.string() })),
    operatingDays: z.array(z.string()),
  }),
  people: z.array(
    z.strictObject({
      id: Id,
      name: z.string().nullable(),
      email: z.string(),
      role: Role,
      createdAt: Instant,
    }),
  ),
  usage: Usage,
  /** The limit of its own; null without one. */
  ownLimit: OwnLimit.nullable(),
  /** The last of its first days, also once they are over; null where it has had none. */
  firstDaysUntil: LocalDate.nullable(),
  /** The subscriptions, newest first. */
  subscriptions: z.array(
    z.strictObject({
      id: Id,
      planId: PlanId,
      status: z.enum(['active', 'ended']),
      cycleStart: LocalDate,
      createdAt: Instant,
    }),
  ),
  /** The last ten audited actions, newest first. */
  audit: z.array(AuditLine),
});
export type TenantView = z.infer<typeof TenantView>;

/**
 * The fields of a new business, all required. Only the free plan is offered; a larger one is paid
 * for, or granted with a reason.
 */
export const NewTenant = z.strictObject({
  name: requiredMailedLine(200, 'Please enter the hospital or clinic name'),
  adminEmail: EmailAddress,
  ownerName: requiredMailedLine(120, "Please enter the owner's name"),
  plan: z.literal('basic', 'A new business begins on the Basic plan'),
});
export type NewTenant = z.infer<typeof NewTenant>;

/** The platform's numbers as of now, without deleted businesses and people. */
export const Overview = z.strictObject({
  tenants: z.strictObject({
    total: z.int(),
    byStatus: z.record(TenantStatus, z.int()),
    byPlan: z.record(PlanId, z.int()),
    /** `unset`: not set up yet. */
    byType: z.record(z.enum(['doctor', 'turf', 'unset']), z.int()),
  }),
  people: z.int(),
  /** The current month in India, by the dates of the bookings. */
  month: z.strictObject({ start: LocalDate, bookings: z.int(), revenue: z.int() }),
  /** The month before it. */
  lastMonth: z.strictObject({ start: LocalDate, bookings: z.int(), revenue: z.int() }),
  /** The daily integrity checks whose last run found something, newest first, at most 20. */
  broken: z.array(
    z.strictObject({
      check: z.enum(['audit', 'tallies']),
      /** The business; null for the platform's own data, or an erased business. */
      tenant: z.strictObject({ id: Id, name: z.string() }).nullable(),
      /** The number of rows it found. */
      found: z.int(),
      checkedAt: Instant.nullable(),
    }),
  ),
});
export type Overview = z.infer<typeof Overview>;

/** A booking as the platform sees it: read only. `personName` is masked (`K••• M•••`). */
export const TenantAppointment = Appointment.pick({
  id: true,
  reference: true,
  personName: true,
  doctor: true,
  date: true,
  time: true,
  status: true,
  amount: true,
});
export type TenantAppointment = z.infer<typeof TenantAppointment>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/platform/overview',
  access: 'platform.manage',
  summary: "The platform's numbers.",
  reply: Overview,
});

export const listTenants = endpoint({
  method: 'GET',
  path: '/api/platform/tenants',
  access: 'platform.manage',
  summary:
    'The businesses, newest first, searched by name, owner or a whole email, paged by a ' +
    'cursor. Addresses are masked.',
  query: z.strictObject({
    search: Search.optional(),
    status: TenantFilter.default('all'),
    plan: PlanId.optional(),
    cursor: Cursor,
    limit: Limit,
  }),
  reply: TenantPage,
});

export const getTenant = endpoint({
  method: 'GET',
  path: '/api/platform/tenants/:id',
  access: 'platform.manage',
  needsReason: true,
  summary: 'One business: profile, owner, people, usage, subscriptions, and its latest audited actions.',
  params,
  reply: TenantView,
});

export const addTenant = endpoint({
  method: 'POST',
  path: '/api/platform/tenants',
  access: 'platform.manage',
  assurance: 'aal2-when-enrolled',
  summary: 'Add a business, pending, and invite its owner by email.',
  body: NewTenant,
  reply: TenantLine,
  status: 201,
});

export const changeTenantPlan = endpoint({
  method: 'PUT',
  path: '/api/platform/tenants/:id/plan',
  access: 'platform.manage',
  needsReason: true,
  assurance: 'aal2-when-enrolled',
  summary: 'Change the plan of a business: its subscription ends and a new one starts in the same cycle.',
  params,
  body: z.strictObject({ plan: PlanId }),
  reply: TenantLine,
});

export const changeTenantLimit = endpoint({
  method: 'PUT',
  path: '/api/platform/tenants/:id/limit',
  access: 'platform.manage',
  needsReason: true,
  assurance: 'aal2-when-enrolled',
  summary: 'Raise the limit of one business above its plan until a day, or take that back (null).',
  params,
  body: z.strictObject({ ownLimit: OwnLimit.nullable() }),
  reply: TenantLine,
});

export const extendFirstDays = endpoint({
  method: 'PUT',
  path: '/api/platform/tenants/:id/first-days',
  access: 'platform.manage',
  needsReason: true,
  assurance: 'aal2-when-enrolled',
  summary:
    'Extend the first days of a business, in which it has the limit of the enterprise plan, or give it some.',
  params,
  body: z.strictObject({ until: LocalDate }),
  reply: TenantLine,
});

export const changeTenantStatus = endpoint({
  method: 'PUT',
  path: '/api/platform/tenants/:id/status',
  access: 'platform.manage',
  needsReason: true,
  assurance: 'aal2-when-enrolled',
  summary:
    'Change the status of a business to active, pending or suspended. ' +
    'The users of a suspended one can read and not write.',
  params,
  body: z.strictObject({
    status: TenantStatus,
    /** The reason of a suspension, which the people of the business read. */
    reason: SupportAccessReason.nullish(),
    /** Whether a payment for a plan ends the suspension. */
    untilPaid: z.boolean().optional(),
  }),
  reply: TenantLine,
});

export const deleteTenant = endpoint({
  method: 'POST',
  path: '/api/platform/tenants/:id/deletion',
  access: 'platform.manage',
  assurance: 'aal2-when-enrolled',
  summary: 'Delete a business: hidden immediately, erased after 30 days. The caller confirms with its name.',
  params,
  body: z.strictObject({ name: z.string().max(200) }),
  reply: TenantLine,
});

export const restoreTenant = endpoint({
  method: 'DELETE',
  path: '/api/platform/tenants/:id/deletion',
  access: 'platform.manage',
  summary: 'Restore a deleted business within its 30 days.',
  params,
  reply: TenantLine,
});

export const listTenantAppointments = endpoint({
  method: 'GET',
  path: '/api/platform/tenants/:id/appointments',
  access: 'platform.manage',
  needsReason: true,
  summary: 'The bookings of one business, read only, in its own list order.',
  params,
  query: z.strictObject({
    search: Search.optional(),
    status: StatusFilter.default('all'),
    /** The day to start at, as in the business's own list. */
    from: LocalDate.optional(),
    cursor: Cursor,
    limit: Limit,
  }),
  reply: z.strictObject({
    items: z.array(TenantAppointment),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
});

export const getTenantSchedule = endpoint({
  method: 'GET',
  path: '/api/platform/tenants/:id/schedule',
  access: 'platform.manage',
  needsReason: true,
  summary:
    'The schedule of one business, read only, without names. ' +
    "The access is recorded in the business's audit log with its reason.",
  params,
  query: daysOfSchedule,
  reply: Schedule,
});
