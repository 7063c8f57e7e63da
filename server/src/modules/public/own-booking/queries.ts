import { statement } from '../../../db/statement.ts';

/** Finds the business of a link by its short id. */
export const findTenant = statement<{ shortId: string }, { readonly id: string }>((db, { shortId }) =>
  db.selectFrom('tenants').select('id').where('short_id', '=', shortId).where('deleted_at', 'is', null),
);
