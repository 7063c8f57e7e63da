import type { BusinessType } from '@samay/contract/core/roles';
import type { OnlineMode, RefundRule } from '@samay/contract/public/online-booking';
import { sql } from 'kysely';
import { pick, statement } from '../../../db/statement.ts';

/** The choices for a public page as they are stored. */
export interface OnlineRow {
  readonly is_on: boolean;
  readonly is_published: boolean;
  readonly shows_prices: boolean;
  readonly horizon_days: number;
  readonly open_per_number: number;
  readonly hidden_services: string[];
  readonly hidden_resources: string[];
  readonly intro: string | null;
  readonly mode: OnlineMode;
  readonly refund_rule: RefundRule;
  readonly refund_percent: number;
}

const columns = [
  'is_on',
  'is_published',
  'shows_prices',
  'horizon_days',
  'open_per_number',
  'hidden_services',
  'hidden_resources',
  'intro',
  'mode',
  'refund_rule',
  'refund_percent',
] as const;

/** Reads them; no row for a business that has never chosen. */
export const readOnline = statement<object, OnlineRow>((db, { tenantId }) =>
  db.selectFrom('online_booking').select(columns).where('tenant_id', '=', tenantId).$castTo<OnlineRow>(),
);

export const writeOnline = statement<OnlineRow & { now: Date }, object>((db, values) => {
  const changes = { ...pick(values, columns), updated_at: values.now };
  return db
    .insertInto('online_booking')
    .values({ tenant_id: values.tenantId, ...changes })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changes));
});

/** A service for which a visitor pays before its time is booked. */
export interface ServicePaymentRow {
  readonly service_id: string;
  readonly takes: 'deposit' | 'all';
  /** Null where the price is paid. */
  readonly deposit_paise: number | null;
}

export const listServicePayments = statement<object, ServicePaymentRow>((db, { tenantId }) =>
  db
    .selectFrom('online_service_payments')
    .select(['service_id', 'takes', 'deposit_paise'])
    .where('tenant_id', '=', tenantId)
    .orderBy('service_id')
    .$castTo<ServicePaymentRow>(),
);

export const deleteServicePayments = statement<object, object>((db, { tenantId }) =>
  db.deleteFrom('online_service_payments').where('tenant_id', '=', tenantId),
);

/** Inserts those of the business's own services. */
export const insertServicePayments = statement<
  { ids: readonly string[]; takes: readonly string[]; deposits: readonly (number | null)[] },
  object
>(
  (_, { tenantId, ids, takes, deposits }) =>
    sql<object>`insert into online_service_payments (tenant_id, service_id, takes, deposit_paise)
      select ${tenantId}, services.id, given.takes, given.deposit
      from unnest(${ids}::uuid[], ${takes}::text[], ${deposits}::int[]) as given (id, takes, deposit)
        join services on services.tenant_id = ${tenantId} and services.id = given.id
      on conflict do nothing`,
);

/** The facts about a business on its public page, and its rules. */
export interface PageBusinessRow {
  readonly name: string;
  readonly status: string;
  readonly business_type: BusinessType | null;
  readonly address: string | null;
  readonly telephone: string | null;
  readonly map_link: string | null;
  readonly language: string;
  readonly cutoff_min: number;
  readonly notice_min: number;
}

/** Reads it. No row for a business that is deleted. */
export const readPageBusiness = statement<object, PageBusinessRow>((db, { tenantId }) =>
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
      'business_profiles.language',
      'business_profiles.cutoff_min',
      'business_profiles.notice_min',
    ])
    .where('business_profiles.tenant_id', '=', tenantId)
    .where('tenants.deleted_at', 'is', null),
);

interface NamedRow {
  readonly name: string;
  readonly slug: string | null;
  readonly short_id: string;
}

/** Reads how the business is called, and in which address. One row. */
export const readNamed = statement<object, NamedRow>((db, { tenantId }) =>
  db.selectFrom('tenants').select(['name', 'slug', 'short_id']).where('id', '=', tenantId),
);
