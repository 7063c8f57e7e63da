import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Role } from '../core/roles.ts';
import { Id, line } from '../core/text.ts';
import { Instant } from '../core/time.ts';

/** A person of the platform. `role` and `tenant` are null for who belongs to no business. */
export const PlatformUser = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string().nullable(),
  role: Role.nullable(),
  tenant: z.strictObject({ id: Id, name: z.string() }).nullable(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
  /** `pending`: never signed in, and has no way to yet: neither a password nor Google. */
  status: z.enum(['active', 'pending', 'deleted']),
  /** When a session of theirs last began or was renewed; null if never. */
  lastSeenAt: Instant.nullable(),
  /** Sessions that live now. */
  sessions: z.int(),
  may: z.strictObject({ delete: z.boolean(), restore: z.boolean(), endSessions: z.boolean() }),
});
export type PlatformUser = z.infer<typeof PlatformUser>;

/** `all`: whoever is not deleted. */
export const UserFilter = z.enum(['all', 'active', 'pending', 'deleted']);
export type UserFilter = z.infer<typeof UserFilter>;

const params = z.strictObject({ id: Id });

export const listPlatformUsers = endpoint({
  method: 'GET',
  path: '/api/platform/users',
  access: 'platform.manage',
  needsReason: true,
  summary:
    'The people of all businesses, newest first, a page at a time by key. Addresses come masked, and names too until one business is chosen and a reason given; what is masked is found by a whole address alone.',
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

export const deleteUser = endpoint({
  method: 'POST',
  path: '/api/platform/users/:id/deletion',
  access: 'platform.manage',
  assurance: 'aal2-when-enrolled',
  summary: 'Hide a person immediately and sign them out everywhere; they are erased after 30 days.',
  params,
  reply: PlatformUser,
});

export const restoreUser = endpoint({
  method: 'DELETE',
  path: '/api/platform/users/:id/deletion',
  access: 'platform.manage',
  summary: 'Take the deletion of a person back, within its 30 days.',
  params,
  reply: PlatformUser,
});
