import { statement } from '../../../db/statement.ts';

export interface DetailsRow {
  readonly address: string | null;
  readonly telephone: string | null;
  readonly registration_number: string | null;
  readonly map_link: string | null;
}

/** Reads the business's address and numbers. One row. */
export const readBusinessDetails = statement<object, DetailsRow>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select(['address', 'telephone', 'registration_number', 'map_link'])
    .where('tenant_id', '=', tenantId),
);

export const writeBusinessDetails = statement<DetailsRow & { now: Date }, object>((db, values) =>
  db
    .updateTable('business_profiles')
    .set({
      address: values.address,
      telephone: values.telephone,
      registration_number: values.registration_number,
      map_link: values.map_link,
      updated_at: values.now,
    })
    .where('tenant_id', '=', values.tenantId),
);
