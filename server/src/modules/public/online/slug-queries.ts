import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

export interface FoundSlug {
  readonly id: string;
  /** The present slug; another one than the given where that is a former one. */
  readonly slug: string;
}

/** Finds the business that has a slug; else the one that had it last. */
export const findBySlug = statement<{ slug: string }, FoundSlug>(
  (_, { slug }) => sql<FoundSlug>`select id, slug from tenants where slug = ${slug} and deleted_at is null
    union all
    select tenants.id, tenants.slug from (
      select tenant_id from former_slugs where slug = ${slug} order by left_at desc limit 1) as former
    join tenants on tenants.id = former.tenant_id and tenants.slug is not null and tenants.deleted_at is null
    limit 1`,
);

interface OfBusiness {
  readonly id: string;
}

/** Reads the slug of a business. */
export const findSlugOf = statement<OfBusiness, { readonly slug: string | null }>((db, { id }) =>
  db.selectFrom('tenants').select('slug').where('id', '=', id),
);

type Slugged = OfBusiness & { readonly slug: string };

/** Finds another business that has a slug, or had it. */
export const findOtherOf = statement<Slugged, { readonly id: string }>((db, { id, slug }) =>
  db
    .selectFrom('tenants')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', id)
    .union(
      db
        .selectFrom('former_slugs')
        .select('tenant_id as id')
        .where('slug', '=', slug)
        .where('tenant_id', '<>', id),
    ),
);

export const writeSlug = statement<OfBusiness & { slug: string | null }, object>((db, { id, slug }) =>
  db.updateTable('tenants').set({ slug }).where('id', '=', id),
);

/** Notes that the page of a business is under a slug no more. */
export const keepFormer = statement<Slugged & { now: Date }, object>((db, { id, slug, now }) =>
  db
    .insertInto('former_slugs')
    .values({ tenant_id: id, slug, left_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'slug']).doUpdateSet({ left_at: now })),
);

/** Frees a slug of the business's own that it has again. */
export const takeBackFormer = statement<Slugged, object>((db, { id, slug }) =>
  db.deleteFrom('former_slugs').where('tenant_id', '=', id).where('slug', '=', slug),
);
