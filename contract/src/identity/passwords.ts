import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { EmailAddress, Id, requiredMailedLine } from '../core/text.ts';

/**
 * The purpose of a mailed link: set a forgotten password, create a business, or accept an
 * invitation.
 */
export const LinkPurpose = z.enum(['recovery', 'signup', 'invite']);
export type LinkPurpose = z.infer<typeof LinkPurpose>;

const Secret = z.string().regex(/^[\w-]{20,100}$/, 'This is not a valid link');

/**
 * The secrets of a mailed link, in the form of its address: token, type and email of the query, or
 * the two tokens of the fragment. Only links for a forgotten password come in the second form.
 */
export const MailedLink = z.union([
  z.strictObject({ token: Secret, type: LinkPurpose.default('signup'), email: EmailAddress }),
  z.strictObject({ accessToken: Secret, refreshToken: Id }),
]);
export type MailedLink = z.infer<typeof MailedLink>;

export const shortestPassword = 6;

export const NewPassword = z
  .string()
  .min(shortestPassword, `Please use at least ${shortestPassword} characters`)
  .max(1000, 'At most 1000 characters, please');

export const requestPasswordRecovery = endpoint({
  method: 'POST',
  path: '/api/password-recovery',
  access: 'public',
  summary:
    'Mail a link to set a new password. The answer is the same whether the address has an account or not.',
  body: z.strictObject({ email: EmailAddress }),
});

export const StartBusiness = z.strictObject({
  businessName: requiredMailedLine(200, "Please enter your business's name"),
  email: EmailAddress,
});
export type StartBusiness = z.infer<typeof StartBusiness>;

export const getStarted = endpoint({
  method: 'POST',
  path: '/api/get-started',
  access: 'public',
  summary:
    'Mail a link that creates a business on the free plan. ' +
    'The answer is the same whether the address has an account or not.',
  body: StartBusiness,
});

export const openMailedLink = endpoint({
  method: 'POST',
  path: '/api/mailed-link',
  access: 'public',
  summary:
    'Whose password a mailed link may set. Reading it does not use the link up. ' +
    'The secret is in the body, since URLs are logged.',
  body: z.strictObject({ link: MailedLink }),
  reply: z.strictObject({ email: z.string(), purpose: LinkPurpose }),
});

export const setPassword = endpoint({
  method: 'PUT',
  path: '/api/password',
  access: 'public',
  summary: 'Set a password with a mailed link, once. All sessions of that person end.',
  body: z.strictObject({ link: MailedLink, password: NewPassword }),
});
