import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';

const columns = [
  'id',
  'kind',
  'name',
  'name_key',
  'colour',
  'whole_id',
  'member_id',
  'position',
  'archived_at',
] as const;

/** A resource or a part of one. */
export type ResourceRow = Pick<Selectable<Schema['resources']>, (typeof columns)[number]>;

/** Lists every resource and part of the business in its order, archived ones last. */
export const listResourceRows = statement<object, ResourceRow>((db, { tenantId }) =>
  db
    .selectFrom('resources')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .orderBy(sql`archived_at is not null`)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id'),
);

/** Finds a member of the business by the person's id. */
export const findMember = statement<{ userId: string }, { user_id: string }>((db, { tenantId, userId }) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.user_id')
    .where('memberships.tenant_id', '=', tenantId)
    .where('memberships.user_id', '=', userId)
    .where('users.deleted_at', 'is', null),
);
