import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Role } from '../core/roles.ts';
import { Id, line } from '../core/text.ts';
import { Instant } from '../core/time.ts';

/** A user of the platform. `role` and `tenant` are null without a business. */
export const PlatformUser = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string().nullable(),
  role: Role.nullable(),
  tenant: z.strictObject({ id: Id, name: z.string() }).nullable(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
  /** `pending`: has never signed in and cannot yet, without a password and without Google. */
  status: z.enum(['active', 'pending', 'deleted']),
  /** The time at which one of their sessions was last created or renewed; null if never. */
  lastSeenAt: Instant.nullable(),
  /** The number of live sessions. */
  sessions: z.int(),
  may: z.strictObject({
    delete: z.boolean(),
    restore: z.boolean(),
    endSessions: z.boolean(),
    removeFactor: z.boolean(),
  }),
});
export type PlatformUser = z.infer<typeof PlatformUser>;

/** The filter of the list; `all` lists all users who are not deleted. */
export const UserFilter = z.enum(['all', 'active', 'pending', 'deleted']);
export type UserFilter = z.infer<typeof UserFilter>;

const params = z.strictObject({ id: Id });

export const listPlatformUsers = endpoint({
  method: 'GET',
  path: '/api/platform/users',
  access: 'platform.manage',
  needsReason: true,
  summary:
    'The users of all businesses, newest first, paged by a cursor. ' +
    'Addresses are masked, and names too unless one business is chosen with a reason. ' +
    'Masked users are found by their whole address only.',
  query: z.strictObject({
    search: line(100).optional(),
    role: Role.optional(),
    business: Id.optional(),
    status: UserFilter.default('all'),
    cursor: z.string().max(300).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.strictObject({ items: z.array(PlatformUser), next: z.string().nullable() }),
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/platform/users/:id/sessions',
  access: 'platform.manage',
  summary: 'Sign a person out everywhere.',
  params,
  reply: PlatformUser,
});

export const removeUserFactor = endpoint({
  method: 'DELETE',
  path: '/api/platform/users/:id/second-factor',
  access: 'platform.manage',
  assurance: 'aal2-when-enrolled',
  summary:
    'Take the lost second factor of another person away, and sign them out everywhere. ' +
    'They are told by email.',
  params,
  reply: PlatformUser,
});

export const deleteUser = endpoint({
  method: 'POST',
  path: '/api/platform/users/:id/deletion',
  access: 'platform.manage',
  assurance: 'aal2-when-enrolled',
  summary: 'Delete a user: hidden and signed out everywhere immediately, erased after 30 days.',
  params,
  reply: PlatformUser,
});

export const restoreUser = endpoint({
  method: 'DELETE',
  path: '/api/platform/users/:id/deletion',
  access: 'platform.manage',
  summary: 'Restore a deleted user within their 30 days.',
  params,
  reply: PlatformUser,
});
