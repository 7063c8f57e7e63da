import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { AccessToken } from './session.ts';
import { Instant } from '../core/time.ts';

export const beginGoogleSignIn = endpoint({
  method: 'POST',
  path: '/api/google-sign-in',
  access: 'public',
  summary: 'Begin to sign in with Google. The browser goes to `url`; a cookie ties the way back to this browser for ten minutes.',
  body: z.strictObject({ remember: z.boolean().default(false) }),
  reply: z.strictObject({ url: z.url() }),
  status: 201,
});

/** What Google sent the browser back with. Never a token: only the server can redeem the code. */
export const GoogleReturn = z.strictObject({
  code: z.string().min(1).max(2048),
  state: z.string().min(1).max(512),
  /** Who answered (RFC 9207), where the provider says so. */
  iss: z.string().max(512).optional(),
});
export type GoogleReturn = z.infer<typeof GoogleReturn>;

/** `remember` as it was asked for when this sign-in began. */
export const GoogleSession = AccessToken.extend({ remember: z.boolean() });

export const completeGoogleSignIn = endpoint({
  method: 'POST',
  path: '/api/google-sign-in/session',
  access: 'public',
  summary: 'Open a session with what Google sent back, once, in the browser that began. The refresh secret comes as an HttpOnly cookie.',
  body: GoogleReturn,
  reply: GoogleSession,
  status: 201,
});

/** Whether the caller's account is linked to one at Google, by which they sign in. */
export const GoogleLink = z.strictObject({
  /** Null while it is not linked. */
  since: Instant.nullable(),
  /** False where there is no password: without Google there would be no way in. */
  mayUnlink: z.boolean(),
});
export type GoogleLink = z.infer<typeof GoogleLink>;

export const getGoogleLink = endpoint({
  method: 'GET',
  path: '/api/me/google',
  access: 'session',
  summary: "Whether the caller's account is linked to Google.",
  reply: GoogleLink,
});

export const unlinkGoogle = endpoint({
  method: 'DELETE',
  path: '/api/me/google',
  access: 'session',
  assurance: 'aal2-when-enrolled',
  summary: 'Unlink Google: from then on the password is the way in. Refused where there is none.',
});
