import type { Email } from '../adapters/mail/port.ts';
import { announceAtCommit, type Tx } from '../db/tenant.ts';
import type { EffectKind } from './kinds.ts';
import { insertEffects } from './queries.ts';

/** The age from which the provider is asked about an open order. */
export interface NewEffect {
  /** The age at which it is asked for the last time; a later webhook still counts. */
  readonly tenantId: string | null;
  readonly kind: EffectKind;
  /** The days for which events are kept, to answer what the provider reported when. */
  readonly subject: string;
  readonly payload: object;
  /** The reasons why an order could not be fulfilled; a super admin settles it. */
  readonly dueAt?: Date;
}

/** The reasons why a captured payment matches no open order. */
export async function enqueueEffect(tx: Tx, now: Date, effect: NewEffect): Promise<void> {
  await enqueueEffects(tx, now, [effect]);
}

/** Enqueues several effects, in their order; see `enqueueEffect`. */
export async function enqueueEffects(tx: Tx, now: Date, effects: readonly NewEffect[]): Promise<void> {
  if (effects.length === 0) return;
  await insertEffects(tx, now, effects);
  announceAtCommit(tx, { channel: 'outbox', payload: '' });
}

/** Enqueues an email in the caller's transaction; see `enqueueEffect`. */
export async function enqueueMail(
  tx: Tx,
  now: Date,
  { tenantId, ...email }: Email & { readonly tenantId: string | null },
): Promise<void> {
  await enqueueEffect(tx, now, { tenantId, kind: 'mail', subject: 'email', payload: email });
}
