import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

interface WaitingRoomRow {
  readonly tokens: boolean;
}

/** Reads how the waiting room of a business works. One row. */
export const readWaitingRoom = statement<object, WaitingRoomRow>((db, { tenantId }) =>
  db.selectFrom('business_profiles').select('gives_tokens as tokens').where('tenant_id', '=', tenantId),
);

export const writeWaitingRoom = statement<WaitingRoomRow & { now: Date }, object>(
  (db, { tenantId, tokens, now }) =>
    db
      .updateTable('business_profiles')
      .set({ gives_tokens: tokens, updated_at: now })
      .where('tenant_id', '=', tenantId),
);

/** Lists the doctors without a letter in their order, once two or more doctors are there; locks them. */
export const lockUnlettered = statement<object, { readonly id: string; readonly position: number }>(
  (db, { tenantId }) =>
    db
      .selectFrom('resources')
      .select(['id', 'position'])
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', 'practitioner')
      .where('archived_at', 'is', null)
      .where('token_letter', 'is', null)
      .where(
        sql<boolean>`(select count(*) > 1 from resources as each where each.tenant_id = ${tenantId}
          and each.kind = 'practitioner' and each.archived_at is null)`,
      )
      .orderBy('id')
      .forUpdate(),
);
