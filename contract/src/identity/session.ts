import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { BusinessType, Permission, Role } from '../core/roles.ts';
import { EmailAddress, Id, requiredLine } from '../core/text.ts';
import { Instant } from '../core/time.ts';

/**
 * The signed-in user as the browser knows them, for display only: the server reads its own tables
 * with every request.
 */
export const Session = z.strictObject({
  user: z.strictObject({ id: Id, email: z.string(), name: z.string(), role: Role }),
  tenant: z.strictObject({ id: Id, name: z.string(), suspended: z.boolean() }).nullable(),
  /**
   * The suspension of the business: its reason where one was given, the address to write to, and
   * whether a payment ends it. Null where it is not suspended.
   */
  suspension: z
    .strictObject({ reason: z.string().nullable(), contact: z.string().nullable(), untilPaid: z.boolean() })
    .nullable(),
  businessType: BusinessType.nullable(),
  permissions: z.array(Permission),
  assurance: z.enum(['aal1', 'aal2']),
  /**
   * The step that the person has to take first: enter a code of the second factor, or enrol one
   * because their role requires it. They have no permissions until then.
   */
  awaits: z.enum(['code', 'enrolment']).nullable(),
});
export type Session = z.infer<typeof Session>;

/** An access token for the Authorization header, and the instant it stops working. */
export const AccessToken = z.strictObject({ accessToken: z.string(), expiresAt: Instant });
export type AccessToken = z.infer<typeof AccessToken>;

export const SignIn = z.strictObject({
  email: EmailAddress,
  password: z.string().min(1, 'Please enter your password').max(1000),
  remember: z.boolean().default(false),
});
export type SignIn = z.infer<typeof SignIn>;

export const signIn = endpoint({
  method: 'POST',
  path: '/api/session',
  access: 'public',
  summary: 'Sign in with email and password. The refresh secret is set as an HttpOnly cookie.',
  body: SignIn,
  reply: AccessToken,
  status: 201,
});

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  access: 'session',
  summary: 'Who is signed in, for which business, and what they may do.',
  assurance: 'any',
  reply: Session,
});

export const refreshSession = endpoint({
  method: 'POST',
  path: '/api/session/refresh',
  access: 'public',
  summary:
    'Exchange the refresh cookie for a new access token; ' +
    'the cookie is rotated, and its reuse ends the session.',
  reply: AccessToken,
});

export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/session',
  access: 'public',
  summary: 'End this session; the access token and the refresh cookie stop working immediately.',
});

export const checkOnboarding = endpoint({
  method: 'GET',
  path: '/api/check-onboarding',
  access: 'session',
  summary: 'Whether this person still has to set up their business. The query must name the caller.',
  query: z.strictObject({ email: requiredLine(254, 'Please enter the email'), userId: Id }),
  reply: z.strictObject({ data: z.strictObject({ needsOnboarding: z.boolean() }), error: z.null() }),
});
