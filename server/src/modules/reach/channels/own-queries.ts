import type { BusinessType } from '@samay/contract/core/roles';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { saveChannel } from './queries.ts';
import type { TextState } from './text-queries.ts';

/** A business's own number at WhatsApp, as it is kept. */
export interface OwnRow {
  readonly account: string | null;
  readonly accountId: string | null;
  readonly name: string | null;
  readonly texts: readonly TextState[];
}

/** Reads the own number of a business; without an account where it has none. */
export const readOwn = statement<object, OwnRow>(
  (_, { tenantId }) => sql<OwnRow>`
    select account, business_account as "accountId", account_name as name, own_texts as texts
    from notice_channels where tenant_id = ${tenantId} and channel = 'whatsapp'`,
);

interface Own {
  readonly account: string;
  readonly accountId: string;
  readonly name: string;
  readonly encrypted: Buffer;
  readonly now: Date;
}

/** Keeps the own number of a business, by which WhatsApp is on; what stopped it is forgotten. */
export const saveOwn = statement<Own, object>((db, { tenantId, account, accountId, name, encrypted, now }) =>
  saveChannel(
    db,
    { tenantId, channel: 'whatsapp' },
    {
      is_on: true,
      account,
      encrypted_token: encrypted,
      business_account: accountId,
      account_name: name,
      updated_at: now,
    },
  ),
);

/** Removes the own number; returns no row where there is none. */
export const removeOwn = statement<{ isOn: boolean; now: Date }, { readonly channel: string }>(
  (db, { tenantId, isOn, now }) =>
    db
      .updateTable('notice_channels')
      .set({
        is_on: sql<boolean>`is_on and ${isOn}::boolean`,
        account: null,
        encrypted_token: null,
        business_account: null,
        account_name: null,
        own_texts: sql`'[]'::jsonb`,
        failures: 0,
        stopped_at: null,
        stop_reason: null,
        updated_at: now,
      })
      .where('tenant_id', '=', tenantId)
      .where('channel', '=', 'whatsapp')
      .where('account', 'is not', null)
      .returning('channel'),
);

/** An own number with what opens it. */
export interface OwnAccount {
  readonly tenantId: string;
  readonly accountId: string;
  readonly encryptedToken: Buffer;
  readonly businessType: BusinessType | null;
}

/** Lists the own numbers of all businesses. */
export const listOwnAccounts = statement<object, OwnAccount>(
  () => sql<OwnAccount>`
    select notice_channels.tenant_id as "tenantId", notice_channels.business_account as "accountId",
      notice_channels.encrypted_token as "encryptedToken", business_profiles.business_type as "businessType"
    from notice_channels left join business_profiles on business_profiles.tenant_id = notice_channels.tenant_id
    where notice_channels.channel = 'whatsapp' and notice_channels.business_account is not null
    order by notice_channels.tenant_id`,
);

/** Notes what WhatsApp says about the texts at the own account of a business, as JSON. */
export const saveOwnTexts = statement<{ business: string; accountId: string; texts: string }, object>(
  (_, { business, accountId, texts }) => sql`
    update notice_channels set own_texts = ${texts}::jsonb
    where tenant_id = ${business}::uuid and channel = 'whatsapp' and business_account = ${accountId}::text`,
);

/** Locks the businesses whose own number is of an account, with the texts there. */
export const lockOwnTexts = statement<
  { accountId: string },
  { readonly tenantId: string; readonly texts: readonly TextState[] }
>(
  (_, { accountId }) => sql<{ tenantId: string; texts: readonly TextState[] }>`
    select tenant_id as "tenantId", own_texts as texts from notice_channels
    where channel = 'whatsapp' and business_account = ${accountId}::text order by tenant_id for update`,
);
