import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { AccessToken } from './session.ts';
import { Instant } from '../core/time.ts';

export const beginGoogleSignIn = endpoint({
  method: 'POST',
  path: '/api/google-sign-in',
  access: 'public',
  summary:
    'Start a sign-in with Google. The browser is sent to `url`; ' +
    'a cookie binds the callback to this browser for ten minutes.',
  body: z.strictObject({ remember: z.boolean().default(false) }),
  reply: z.strictObject({ url: z.url() }),
  status: 201,
});

/**
 * The parameters of the callback from Google. Never a token: only the server can redeem the code.
 */
export const GoogleReturn = z.strictObject({
  code: z.string().min(1).max(2048),
  state: z.string().min(1).max(512),
  /** The issuer (RFC 9207), if the provider sends it. */
  iss: z.string().max(512).optional(),
});
export type GoogleReturn = z.infer<typeof GoogleReturn>;

/** `remember` as requested when this sign-in started. */
export const GoogleSession = AccessToken.extend({ remember: z.boolean() });

export const completeGoogleSignIn = endpoint({
  method: 'POST',
  path: '/api/google-sign-in/session',
  access: 'public',
  summary:
    'Create a session from the callback, once, in the browser that started it. ' +
    'The refresh secret is set as an HttpOnly cookie.',
  body: GoogleReturn,
  reply: GoogleSession,
  status: 201,
});

/** Whether the caller's account is linked to a Google account for sign-in. */
export const GoogleLink = z.strictObject({
  /** The time of linking; null while it is not linked. */
  since: Instant.nullable(),
  /** False without a password: the person could not sign in any more. */
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
  summary: 'Unlink Google: from then on the person signs in with the password. Rejected without a password.',
});
