import type { Letter } from '../adapters/mail/port.ts';
import type { Tx } from '../db/tenant.ts';
import { effectLater } from './enqueue.ts';

/** Sends a letter once the caller's transaction has committed; see `effectLater`. */
export async function mailLater(tx: Tx, now: Date, { tenantId, ...letter }: Letter & { readonly tenantId: string | null }): Promise<void> {
  await effectLater(tx, now, { tenantId, kind: 'mail', subject: 'letter', payload: letter });
}
