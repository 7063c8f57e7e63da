import { statement } from '../../../db/statement.ts';

/** An account as it is kept. */
export interface AccountRow {
  readonly isOn: boolean;
  readonly keyId: string;
  readonly encryptedKey: Buffer;
  readonly encryptedEvents: Buffer;
  /** Since when Razorpay refuses the keys; null where it does not. */
  readonly refusedAt: Date | null;
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
    ])
    .where('tenant_id', '=', tenantId),
);

interface Saved {
  readonly isOn: boolean;
  readonly keyId: string;
  readonly encryptedKey: Buffer;
  readonly encryptedEvents: Buffer;
  readonly now: Date;
}

/** Keeps the account of the business, whose keys Razorpay took. */
export const saveAccount = statement<Saved, object>(
  (db, { tenantId, isOn, keyId, encryptedKey, encryptedEvents, now }) => {
    const changes = {
      is_on: isOn,
      key_id: keyId,
      encrypted_key: encryptedKey,
      encrypted_events: encryptedEvents,
      saved_at: now,
      refused_at: null,
    };
    return db
      .insertInto('online_accounts')
      .values({ tenant_id: tenantId, ...changes })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changes));
  },
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

/** Reads the short id of the business, which the address of its events names. */
export const readShortId = statement<object, { readonly shortId: string }>((db, { tenantId }) =>
  db.selectFrom('tenants').select('short_id as shortId').where('id', '=', tenantId),
);

/** Finds a business by its short id. */
export const findOfShortId = statement<{ shortId: string }, { readonly id: string }>((db, { shortId }) =>
  db.selectFrom('tenants').select('id').where('short_id', '=', shortId).where('deleted_at', 'is', null),
);
