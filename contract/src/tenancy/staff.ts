import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { type BusinessType, Role } from '../core/roles.ts';
import { EmailAddress, Id, line } from '../core/text.ts';
import { Instant } from '../core/time.ts';

/** The actions that the caller may take on one row now. The server decides; the buttons read it. */
export const StaffMay = z.strictObject({
  changeRole: z.boolean(),
  remove: z.boolean(),
  resend: z.boolean(),
  cancel: z.boolean(),
});
export type StaffMay = z.infer<typeof StaffMay>;

/**
 * A member of the business (`active`), or an invitation that nobody has accepted yet (`pending`).
 */
export const StaffRow = z.strictObject({
  /** The id of the person, or of the pending invitation. */
  id: Id,
  email: z.string(),
  /** Null while pending, and for people without a name. */
  name: z.string().nullable(),
  role: Role,
  status: z.enum(['active', 'pending']),
  /** The time at which the person joined, or was first invited. */
  addedAt: Instant,
  /**
   * The invitation; null for active people. An expired one cannot be accepted until it is sent
   * again.
   */
  invitation: z.strictObject({ sentAt: Instant, expiresAt: Instant, isExpired: z.boolean() }).nullable(),
  /** Whether it is the caller's own row. */
  isSelf: z.boolean(),
  may: StaffMay,
});
export type StaffRow = z.infer<typeof StaffRow>;

/** A page of people and pending invitations, newest first. */
export const StaffPage = z.strictObject({
  items: z.array(StaffRow),
  /** The cursor to the rows after this page; null at the end. */
  next: z.string().nullable(),
  /** The roles that the caller may give here; none for callers with read access only. */
  givable: z.array(Role),
});
export type StaffPage = z.infer<typeof StaffPage>;

/**
 * The roles that can be given, by business type, in the order of the select. Before a business has
 * a type it can only be set up.
 */
export const rolesToGive: Readonly<Record<BusinessType | 'unknown', readonly Role[]>> = {
  doctor: ['DOCTOR', 'EMPLOYEE'],
  turf: ['BUSINESS_OWNER', 'EMPLOYEE'],
  unknown: ['BUSINESS_OWNER'],
};

/** The days within which an invitation can be accepted. */
export const invitationDays = 7;

export const NewInvitation = z.strictObject({
  email: EmailAddress,
  role: Role,
  /**
   * The practitioner without a member who an invited doctor is; null for a new one. Left out, it is
   * the one with their name, else a new one.
   */
  practitionerId: Id.nullish(),
});
export type NewInvitation = z.infer<typeof NewInvitation>;

export const StaffQuery = z.strictObject({
  search: line(100).optional(),
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type StaffQuery = z.infer<typeof StaffQuery>;

const params = z.strictObject({ id: Id });

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/staff',
  access: 'staff.read',
  summary:
    'The people of the business and its pending invitations, newest first, searched by ' +
    'name or email, paged by a cursor.',
  query: StaffQuery,
  reply: StaffPage,
});

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/staff/invitations',
  access: 'staff.write',
  summary: 'Invite an address with a role. The invitation is mailed and can be accepted for seven days.',
  body: NewInvitation,
  reply: StaffRow,
  status: 201,
  assurance: 'aal2-when-enrolled',
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/staff/invitations/:id/sending',
  access: 'staff.write',
  summary: 'Mail a pending invitation again. Its seven days restart.',
  params,
  reply: StaffRow,
});

export const cancelInvitation = endpoint({
  method: 'DELETE',
  path: '/api/staff/invitations/:id',
  access: 'staff.write',
  summary: 'Revoke a pending invitation: its link stops working immediately.',
  params,
});

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/staff/:id/role',
  access: 'staff.write',
  summary: 'Change the role of a person of the business, from their next request on.',
  params,
  body: z.strictObject({ role: Role }),
  reply: StaffRow,
  assurance: 'aal2-when-enrolled',
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/staff/:id',
  access: 'staff.write',
  summary: 'Remove a person from the business and end their sessions.',
  params,
  assurance: 'aal2-when-enrolled',
});
