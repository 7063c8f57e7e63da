import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** What a person types to delete their own account where there is no password to ask for. */
export const deletionPhrase = 'delete my account';

export const DeleteAccount = z.strictObject({
  /** Required of who has one. */
  password: z.string().min(1).max(1000).optional(),
  /** `deletionPhrase`, of who signs in without a password. */
  phrase: z.string().max(100).optional(),
});
export type DeleteAccount = z.infer<typeof DeleteAccount>;

export const getAccountDeletion = endpoint({
  method: 'GET',
  path: '/api/me/deletion',
  access: 'session',
  summary: 'What deleting the own account would take, and what stands in its way.',
  reply: z.strictObject({
    proof: z.enum(['password', 'phrase']),
    /** `owner`: others would be left without an owner; `admin`: super admins are not deleted here. */
    refused: z.enum(['owner', 'admin']).nullable(),
    /** Whether the business goes with its only person. */
    withBusiness: z.boolean(),
  }),
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/me',
  access: 'session',
  whileSuspended: true,
  assurance: 'aal2-when-enrolled',
  summary: 'Delete the own account: hidden and signed out everywhere immediately, erased after 30 days.',
  body: DeleteAccount,
});
