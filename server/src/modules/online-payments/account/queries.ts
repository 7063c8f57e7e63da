import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** An account as it is kept. */
export interface AccountRow {
  readonly isOn: boolean;
  readonly keyId: string;
  readonly encryptedKey: Buffer;
  readonly encryptedEvents: Buffer;
  /** Since when Razorpay refuses the keys; null where it does not. */
  readonly refusedAt: Date | null;
  /** The keys that the latest change replaced, and when; null where none were. */
  readonly previousKeyId: string | null;
  readonly previousEncryptedKey: Buffer | null;
  readonly previousEncryptedEvents: Buffer | null;
  readonly replacedAt: Date | null;
}

/** Reads the account of the business; no row where it has none. */
export const readAccount = statement<object, AccountRow>((db, { tenantId }) =>
  db
    .selectFrom('online_accounts')
    .select([
      'is_on as isOn',
      'key_id as keyId',
      'encrypted_key as encryptedKey',
      'encrypted_events as encryptedEvents',
      'refused_at as refusedAt',
      'previous_key_id as previousKeyId',
      'previous_encrypted_key as previousEncryptedKey',
      'previous_encrypted_events as previousEncryptedEvents',
      'replaced_at as replacedAt',
    ])
    .where('tenant_id', '=', tenantId),
);

type Saved = Omit<AccountRow, 'refusedAt'> & { readonly now: Date };

/** Keeps the account of the business, whose keys Razorpay took. */
export const saveAccount = statement<Saved, object>((db, saved) => {
  const changes = {
    is_on: saved.isOn,
    key_id: saved.keyId,
    encrypted_key: saved.encryptedKey,
    encrypted_events: saved.encryptedEvents,
    previous_key_id: saved.previousKeyId,
    previous_encrypted_key: saved.previousEncryptedKey,
    previous_encrypted_events: saved.previousEncryptedEvents,
    replaced_at: saved.replacedAt,
    saved_at: saved.now,
    refused_at: null,
  };
  return db
    .insertInto('online_accounts')
    .values({ tenant_id: saved.tenantId, ...changes })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changes));
});

/** Turns the account on or off, and changes nothing else of it. */
export const switchAccount = statement<{ isOn: boolean }, object>((db, { tenantId, isOn }) =>
  db.updateTable('online_accounts').set({ is_on: isOn }).where('tenant_id', '=', tenantId),
);

/** Notes that Razorpay refuses the keys, unless they were changed since they were used. */
export const noteRefused = statement<{ keyId: string; now: Date }, object>((db, { tenantId, keyId, now }) =>
  db
    .updateTable('online_accounts')
    .set({ refused_at: now })
    .where('tenant_id', '=', tenantId)
    .where('key_id', '=', keyId)
    .where('refused_at', 'is', null),
);

/** Notes that Razorpay takes the keys which it refused, unless they were changed since they were used. */
export const noteTaken = statement<{ keyId: string }, object>((db, { tenantId, keyId }) =>
  db
    .updateTable('online_accounts')
    .set({ refused_at: null })
    .where('tenant_id', '=', tenantId)
    .where('key_id', '=', keyId)
    .where('refused_at', 'is not', null),
);

/** Lists the businesses whose keys Razorpay has refused since an instant, the latest first. */
export const listRefused = statement<{ since: Date; most: number }, { readonly tenant_id: string }>(
  (_, { since, most }) => sql<{ tenant_id: string }>`select tenant_id from online_accounts
    join tenants on tenants.id = tenant_id and tenants.deleted_at is null
    where is_on and refused_at > ${since} order by refused_at desc limit ${most}`,
);

/** Reads the short id of the business, which the address of its events names. */
export const readShortId = statement<object, { readonly shortId: string }>((db, { tenantId }) =>
  db.selectFrom('tenants').select('short_id as shortId').where('id', '=', tenantId),
);

/** Finds a business by its short id. */
export const findOfShortId = statement<{ shortId: string }, { readonly id: string }>((db, { shortId }) =>
  db.selectFrom('tenants').select('id').where('short_id', '=', shortId).where('deleted_at', 'is', null),
);
