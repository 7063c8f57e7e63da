import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** The phrase that a person without a password types to delete their own account. */
export const deletionPhrase = 'delete my account';

export const DeleteAccount = z.strictObject({
  /** Required if the account has a password. */
  password: z.string().min(1).max(1000).optional(),
  /** `deletionPhrase`; required if the account has no password. */
  phrase: z.string().max(100).optional(),
});
export type DeleteAccount = z.infer<typeof DeleteAccount>;

export const getAccountDeletion = endpoint({
  method: 'GET',
  path: '/api/me/deletion',
  access: 'session',
  summary: "What deleting the caller's account would delete, and why it may be rejected.",
  reply: z.strictObject({
    proof: z.enum(['password', 'phrase']),
    /**
     * `owner`: others would be left without an owner; `admin`: super admins are not deleted here.
     */
    refused: z.enum(['owner', 'admin']).nullable(),
    /** Whether the business is deleted with its only person. */
    withBusiness: z.boolean(),
  }),
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/me',
  access: 'session',
  whileSuspended: true,
  assurance: 'aal2-when-enrolled',
  summary: "Delete the caller's account: hidden and signed out everywhere immediately, erased after 30 days.",
  body: DeleteAccount,
});
