import type { OnlineMode } from '@samay/contract/public/online-booking';
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

interface NamedRow {
  readonly name: string;
  readonly slug: string | null;
  readonly short_id: string;
}

/** Reads how the business is called, and in which address. One row. */
export const readNamed = statement<object, NamedRow>((db, { tenantId }) =>
  db.selectFrom('tenants').select(['name', 'slug', 'short_id']).where('id', '=', tenantId),
);
