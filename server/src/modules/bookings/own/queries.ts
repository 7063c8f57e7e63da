import type { BusinessType } from '@samay/contract/core/roles';
import { statement } from '../../../db/statement.ts';
import { type AppointmentRow, selectAppointments } from '../rows/queries.ts';

/** Reads a booking by its reference, whether or not the plan shows it. */
export const findByReference = statement<{ reference: string }, AppointmentRow>(
  (db, { tenantId, reference }) =>
    selectAppointments(db, tenantId)
      .where('appointments.tenant_id', '=', tenantId)
      .where('appointments.reference', '=', reference),
);

/** The facts about a business on the page of a person's own booking, and its rules. */
export interface OwnBusinessRow {
  readonly name: string;
  readonly status: string;
  readonly business_type: BusinessType | null;
  readonly address: string | null;
  readonly telephone: string | null;
  readonly map_link: string | null;
  readonly upi_id: string | null;
  readonly language: string;
  readonly cutoff_min: number;
  readonly notice_min: number;
  readonly gives_tokens: boolean;
}

/** Reads it. No row for a business that is deleted. */
export const readOwnBusiness = statement<object, OwnBusinessRow>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .innerJoin('tenants', 'tenants.id', 'business_profiles.tenant_id')
    .select([
      'tenants.name',
      'tenants.status',
      'business_profiles.business_type',
      'business_profiles.address',
      'business_profiles.telephone',
      'business_profiles.map_link',
      'business_profiles.upi_id',
      'business_profiles.language',
      'business_profiles.cutoff_min',
      'business_profiles.notice_min',
      'business_profiles.gives_tokens',
    ])
    .where('business_profiles.tenant_id', '=', tenantId)
    .where('tenants.deleted_at', 'is', null),
);

export const readOwnRules = statement<object, { cutoff: number; notice: number }>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select(['cutoff_min as cutoff', 'notice_min as notice'])
    .where('tenant_id', '=', tenantId),
);

export const writeOwnRules = statement<{ cutoff: number; notice: number; now: Date }, object>((db, values) =>
  db
    .updateTable('business_profiles')
    .set({ cutoff_min: values.cutoff, notice_min: values.notice, updated_at: values.now })
    .where('tenant_id', '=', values.tenantId),
);
