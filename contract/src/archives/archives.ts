import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Instant } from '../core/time.ts';

/** The most archives that a business asks for within 24 hours. */
export const mostArchivesADay = 3;

/** An archive with everything of a business. */
export const Archive = z.strictObject({
  id: Id,
  /** `gone`: removed, because it was downloaded whole or its day is over. */
  state: z.enum(['waiting', 'ready', 'failed', 'gone']),
  askedAt: Instant,
  /** The owner who asked; null where that colleague has left. */
  askedBy: z.string().nullable(),
  /** Whether the caller asked for it, and may download it. */
  isOwn: z.boolean(),
  /** The share of its rows and files that it has, in percent. */
  percent: z.int().min(0).max(100),
  /** Its length; null until it is ready. */
  bytes: z.int().nullable(),
  /** The instant of its removal; null until it is ready. */
  expiresAt: Instant.nullable(),
  /** When it was downloaded whole; null where it never was. */
  downloadedAt: Instant.nullable(),
});
export type Archive = z.infer<typeof Archive>;

const LatestArchive = z.strictObject({ archive: Archive.nullable() });
const params = z.strictObject({ id: Id });

export const getArchive = endpoint({
  method: 'GET',
  path: '/api/archive',
  access: 'settings.write',
  summary: 'The last archive that an owner of the business asked for, with how far it is.',
  reply: LatestArchive,
});

export const askForArchive = endpoint({
  method: 'POST',
  path: '/api/archive',
  access: 'settings.write',
  assurance: 'aal2-when-enrolled',
  summary:
    'Ask for an archive with everything of the business. It is made in the background, and mailed when ready.',
  body: z.strictObject({
    /** Required of those who have one, and no second factor: `account.password_needed`. */
    password: z.string().min(1, 'Please enter your password').max(1000).optional(),
  }),
  reply: LatestArchive,
  status: 201,
});

export const makeArchiveLink = endpoint({
  method: 'POST',
  path: '/api/archive/:id/link',
  access: 'settings.write',
  assurance: 'aal2-when-enrolled',
  summary: 'A link for the owner who asked to download an archive. It works for this session and a minute.',
  params,
  reply: z.strictObject({ url: z.string() }),
});

export const openArchive = endpoint({
  method: 'GET',
  path: '/api/archive/:id/content',
  access: 'public',
  summary:
    'Download an archive by a signed link. The signature, the session cookie and the role are checked. ' +
    'It is removed once it was sent whole.',
  params,
  query: z.strictObject({
    /** The expiry in Unix seconds. */
    expires: z.string().max(12),
    session: Id,
    signature: z.string().max(64),
  }),
  transport: 'file',
});
