import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** The business's own account at Razorpay, by which visitors of its page pay it. */
export const OnlineAccount = z.strictObject({
  /** Whether its page takes payments by it. */
  isOn: z.boolean(),
  /** The id of the key; null where none is kept. Its secret is never shown. */
  keyId: z.string().nullable(),
  /** The address to which Razorpay tells of payments, which is secret; null for who may not change it. */
  eventsAddress: z.string().nullable(),
  /** The secret of those events: shown once, in the reply to the change that made it; else null. */
  eventsSecret: z.string().nullable(),
  /** Why no payment is taken, and what to do, in one sentence; null where it does well. */
  trouble: z.string().nullable(),
  may: z.strictObject({ change: z.boolean() }),
});
export type OnlineAccount = z.infer<typeof OnlineAccount>;

export const getOnlineAccount = endpoint({
  method: 'GET',
  path: '/api/online-account',
  access: 'integrations.write',
  summary: 'The account at Razorpay by which visitors of the public page pay the business.',
  reply: OnlineAccount,
});

export const OnlineAccountChange = z.strictObject({
  isOn: z.boolean(),
  keyId: z
    .string()
    .trim()
    .regex(
      /^rzp_(?:live|test)_[A-Za-z0-9]{6,40}$/,
      'Please enter the key id of Razorpay: it begins with rzp_',
    ),
  /** The secret of the key; null keeps the one that is kept. */
  keySecret: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{10,60}$/, 'Please enter the key secret of Razorpay')
    .nullable(),
});
export type OnlineAccountChange = z.infer<typeof OnlineAccountChange>;

export const changeOnlineAccount = endpoint({
  method: 'PUT',
  path: '/api/online-account',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary:
    'Change the account. Razorpay is asked whether the keys are right before they are saved. A new secret of ' +
    'the key also makes a new secret of events, which the reply shows once.',
  body: OnlineAccountChange,
  reply: OnlineAccount,
});
