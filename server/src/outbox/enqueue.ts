import type { Email } from '../adapters/mail/port.ts';
import { announceAtCommit, platform, platformTenant, type Tx } from '../db/tenant.ts';
import { atCommit, writeTogether } from '../db/transaction.ts';
import type { EffectKind } from './kinds.ts';
import { insertEffect } from './queries.ts';

/** Work outside the database that is to follow a committed transaction. */
export interface NewEffect {
  /** The business that the effect belongs to; null for the platform. */
  readonly tenantId: string | null;
  readonly kind: EffectKind;
  /**
   * The subject, for people who read the table, and the key by which webhooks are delivered in
   * order.
   */
  readonly subject: string;
  readonly payload: object;
  /** The instant from which it is delivered; immediately by default. */
  readonly dueAt?: Date;
  /** The instant from which it is dropped; by default it stays worth delivering. */
  readonly expiresAt?: Date | null;
}

/**
 * Enqueues an effect in the caller's transaction. It is delivered at least once after the commit,
 * and waits while the business is suspended. An effect of the platform needs a platform
 * transaction.
 */
export async function enqueueEffect(tx: Tx, now: Date, effect: NewEffect): Promise<void> {
  await enqueueEffects(tx, now, [effect]);
}

/** Enqueues several effects, in their order; see `enqueueEffect`. */
export async function enqueueEffects(tx: Tx, now: Date, effects: readonly NewEffect[]): Promise<void> {
  if (effects.length === 0) return;
  const inserted = effects.map(({ tenantId, kind, subject, payload, dueAt = now, expiresAt = null }, place) =>
    insertEffect({
      tenant: tenantId ?? platformTenant,
      kind,
      subject,
      payload: JSON.stringify(payload),
      dueAt,
      expiresAt,
      now,
      place,
    }),
  );
  await writeTogether(tx, platform, inserted);
  announceAtCommit(tx, { channel: 'outbox', payload: '' });
}

/** Enqueues an effect of a business with the commit of the caller's transaction; see `enqueueEffect`. */
export function enqueueAtCommit(
  tx: Tx,
  now: Date,
  { tenantId, kind, subject, payload }: NewEffect & { readonly tenantId: string },
): void {
  const effect = {
    tenant: tenantId,
    kind,
    subject,
    payload: JSON.stringify(payload),
    dueAt: now,
    expiresAt: null,
  };
  atCommit(tx, { tenantId }, insertEffect({ ...effect, now, place: 0 }));
  announceAtCommit(tx, { channel: 'outbox', payload: '' });
}

/** Enqueues an email in the caller's transaction; see `enqueueEffect`. */
export async function enqueueMail(
  tx: Tx,
  now: Date,
  { tenantId, expiresAt = null, ...email }: Email & Pick<NewEffect, 'tenantId' | 'expiresAt'>,
): Promise<void> {
  await enqueueEffect(tx, now, { tenantId, kind: 'mail', subject: 'email', payload: email, expiresAt });
}
