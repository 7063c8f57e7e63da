import { z } from 'zod';
import { Id } from '../core/text.ts';
import { ChargeName } from '../ledger/charge-list.ts';

/** A charge to add: its name, and the entry of the owner's list whose tax it has. */
export const NewCharge = {
  name: ChargeName,
  /** Without one it is taxed like the service. */
  offer: Id.nullish(),
};

/** The use of money above the amount due. */
export const Above = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('charge'), ...NewCharge }),
  z.strictObject({ as: z.literal('advance') }),
]);
export type Above = z.infer<typeof Above>;
