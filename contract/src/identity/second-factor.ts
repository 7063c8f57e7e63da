import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { AccessToken } from './session.ts';
import { Instant } from '../core/time.ts';
import { plainTyped } from '../core/characters.ts';

/** The six digits of the authenticator app, with or without a space in the middle. */
const Code = z
  .string()
  .transform((text) => plainTyped(text).replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Please enter the six digits of your authenticator app'));
const RecoveryCode = z.string().trim().min(1, 'Please enter a recovery code').max(40);

/** A code of the app, or a recovery code, which can be used once. */
export const FactorProof = z
  .strictObject({ code: Code.optional(), recoveryCode: RecoveryCode.optional() })
  .refine(({ code, recoveryCode }) => (code === undefined) !== (recoveryCode === undefined), {
    error: 'Please enter one code',
    path: ['code'],
  });
export type FactorProof = z.infer<typeof FactorProof>;

export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const SecondFactor = z.strictObject({
  /** The time it was turned on; null while it is off. */
  since: Instant.nullable(),
  recoveryCodesLeft: z.int(),
  /** Whether the role of this person requires one. */
  isRequired: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const raiseAssurance = endpoint({
  method: 'POST',
  path: '/api/session/assurance',
  access: 'session',
  whileSuspended: true,
  summary: 'Prove the second factor in this session (aal2). Five wrong codes in a row end the session.',
  assurance: 'any',
  body: FactorProof,
  reply: AccessToken,
});

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/second-factor',
  access: 'session',
  summary: 'Whether the caller has a second factor, and how many recovery codes are left.',
  assurance: 'enrolment',
  reply: SecondFactor,
});

export const startEnrolment = endpoint({
  method: 'POST',
  path: '/api/second-factor/enrolment',
  access: 'session',
  whileSuspended: true,
  summary: 'Create a secret for an authenticator app. It has no effect until a code of it is confirmed.',
  assurance: 'enrolment',
  /** The secret in base32, and the URI for a QR code. */
  reply: z.strictObject({ secret: z.string(), uri: z.string() }),
  status: 201,
});

export const confirmEnrolment = endpoint({
  method: 'PUT',
  path: '/api/second-factor',
  access: 'session',
  whileSuspended: true,
  summary: 'Turn the second factor on with a code of the app. Answers ten recovery codes, only this time.',
  assurance: 'enrolment',
  body: z.strictObject({ code: Code }),
  reply: z.strictObject({ ...RecoveryCodes.shape, token: AccessToken }),
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor/removal',
  access: 'session',
  summary: 'Turn the second factor off with one of its codes.',
  body: FactorProof,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  access: 'session',
  whileSuspended: true,
  summary: 'Replace the recovery codes by ten new ones, with a code of the app.',
  body: z.strictObject({ code: Code }),
  reply: RecoveryCodes,
  status: 201,
});
