import type { Tx } from '../db/tenant.ts';
import { insertEffect } from './queries.ts';

/** Something that has to happen outside: what, on whose account (null: the platform's), and about what. */
export interface NewEffect {
  readonly tenantId: string | null;
  /** A kind that effects.ts can deliver. */
  readonly kind: string;
  /** What it is about, for people who look into the table. */
  readonly subject: string;
  readonly payload: object;
}

/**
 * Has an effect delivered once the caller's transaction has committed, at least once (reliability.md 5.5). It waits while the business
 * is suspended. The platform's own need a platform transaction.
 */
export async function effectLater(tx: Tx, now: Date, effect: NewEffect): Promise<void> {
  await insertEffect(tx, { ...effect, now });
}
