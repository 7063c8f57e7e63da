import { type Insertable, sql } from 'kysely';
import type { Appointments } from '../db/schema.ts';
import type { Schema } from '../db/schema.ts';
import { insertRow, type InTenant, statement, updateRows } from '../db/statement.ts';
import { platform, type TenantId, type Tx } from '../db/tenant.ts';
import { onlyRow, run, writeTogether } from '../db/transaction.ts';
import { keepAdded, type KeptBooking } from '../modules/bookings/index.ts';

export async function hasUsers(tx: Tx): Promise<boolean> {
  return (await run(tx, platform, findUser({}))).length > 0;
}

const findUser = statement((db) => db.selectFrom('users').select('id').limit(1));

export async function isDemo(tx: Tx): Promise<boolean> {
  return (await run(tx, platform, readInstallation({})))[0]?.demo ?? false;
}

const readInstallation = statement((db) => db.selectFrom('installation').select('demo'));

/**
 * Marks the database as demo; no row when it was marked already. If two processes try, the second
 * waits for the first to commit.
 */
export const markAsDemo = statement((db) =>
  db
    .insertInto('installation')
    .values({ demo: true })
    .onConflict((conflict) =>
      conflict.column('singleton').doUpdateSet({ demo: true }).where('installation.demo', '=', false),
    )
    .returning('demo'),
);

type Person = Insertable<Schema['users']> & { readonly id: string };

export async function insertPlatformAdmin(tx: Tx, person: Person): Promise<void> {
  const admin = insertRow('platform_admins', { user_id: person.id });
  await writeTogether(tx, platform, [insertRow('users', person), admin]);
}

export async function insertMember(
  tx: Tx,
  tenantId: string,
  person: Person,
  membership: Pick<Insertable<Schema['memberships']>, 'role' | 'created_at'>,
): Promise<void> {
  await writeTogether(tx, { tenantId }, [
    insertRow('users', person),
    insertRow('memberships', { tenant_id: tenantId, user_id: person.id, ...membership }),
  ]);
}

export interface BusinessRows {
  readonly tenant: Insertable<Schema['tenants']>;
  readonly profile: Insertable<Schema['business_profiles']>;
  readonly subscription: Insertable<Schema['subscriptions']>;
}

export async function insertBusiness(tx: Tx, { tenant, profile, subscription }: BusinessRows): Promise<void> {
  await writeTogether(tx, platform, [
    insertRow('tenants', tenant),
    insertRow('business_profiles', profile),
    insertRow('subscriptions', subscription),
  ]);
}

export interface TimeRows {
  /** The resources, wholes before their parts. */
  readonly resources: readonly Insertable<Schema['resources']>[];
  readonly services: readonly Insertable<Schema['services']>[];
  readonly priceRules: readonly Insertable<Schema['price_rules']>[];
  readonly hours: readonly Insertable<Schema['weekly_hours']>[];
  readonly closures: readonly Insertable<Schema['hour_exceptions']>[];
  readonly claims: readonly Insertable<Schema['claims']>[];
}

/** Inserts resources, services and hours; the claims come after the bookings. */
export async function insertTimes(
  tx: Tx,
  { resources, services, priceRules, hours, closures }: TimeRows,
): Promise<void> {
  await writeTogether(tx, platform, [
    ...resources.map((row) => insertRow('resources', row)),
    ...services.map((row) => insertRow('services', row)),
    ...priceRules.map((row) => insertRow('price_rules', row)),
    ...hours.map((row) => insertRow('weekly_hours', row)),
    ...closures.map((row) => insertRow('hour_exceptions', row)),
  ]);
}

export async function insertClaims(tx: Tx, { claims }: TimeRows): Promise<void> {
  const inserted = claims.map((row) => insertRow('claims', row));
  await writeTogether(tx, platform, inserted);
}

export type BookingRow = Insertable<Appointments> & Omit<KeptBooking, 'drawer'>;

export async function insertAppointments(
  tx: Tx,
  tenantId: TenantId,
  appointments: readonly BookingRow[],
  drawer?: KeptBooking['drawer'],
): Promise<void> {
  if (appointments.length === 0) return;
  const kept = appointments.map((row) => ({ ...row, drawer }));
  const columns = await keepAdded(tx, { tenantId }, kept);
  const rows = appointments.map(({ about: _, ...row }, at) => ({ ...row, ...columns[at] }));
  const inserted = rows.map((row) => insertRow('appointments', row));
  await writeTogether(tx, { tenantId }, inserted);
}

/** Inserts a prescription's row, and shows it at its appointment. */
export async function insertPrescription(
  tx: Tx,
  file: Insertable<Schema['files']> & { id: string },
): Promise<void> {
  const work = { tenantId: file.tenant_id };
  await run(tx, work, insertRow('files', file));
  const shown = showPrescription({ file: file.id, appointment: file.appointment_id });
  const { person } = onlyRow(await run(tx, work, shown));
  await run(tx, work, countPrescription({ person }));
}

const showPrescription = statement(
  (db, { tenantId, file, appointment }: InTenant & { file: string; appointment: string }) =>
    db
      .updateTable('appointments')
      .set({ prescription_id: file })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', appointment)
      .returning('patient_id as person'),
);

const countPrescription = statement((db, { tenantId, person }: InTenant & { person: string | null }) =>
  db
    .updateTable('patients')
    .set((row) => ({ prescriptions: row('prescriptions', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`${person}`),
);

/** Reads the person of a booking. */
export const readPerson = statement((db, { tenantId, id }: InTenant & { id: string }) =>
  db.selectFrom('appointments').select('patient_id').where('tenant_id', '=', tenantId).where('id', '=', id),
);

/** Locks the money of a business until a day. */
export async function lockMoney(tx: Tx, tenantId: string, until: string): Promise<void> {
  await run(
    tx,
    platform,
    updateRows('business_profiles', { tenant_id: tenantId }, { money_locked_until: until }),
  );
}

interface DemoPage {
  readonly tenantId: string;
  readonly slug: string;
  /** The amount that is paid for each service before it is booked, in paise; 0 where visitors send requests. */
  readonly deposit: number;
}

/** Opens the public page of a business under a slug: for requests, or for bookings with a deposit. */
export async function openPage(tx: Tx, { tenantId, slug, deposit }: DemoPage, now: Date): Promise<void> {
  await run(tx, platform, updateRows('tenants', { id: tenantId }, { slug }));
  const choices = {
    tenant_id: tenantId,
    is_on: true,
    is_published: false,
    shows_prices: true,
    horizon_days: 30,
    open_per_number: 3,
    hidden_services: [],
    hidden_resources: [],
    intro: null,
    mode: deposit > 0 ? ('booking' as const) : ('request' as const),
  };
  await run(tx, platform, insertRow('online_booking', { ...choices, updated_at: now }));
  if (deposit === 0) return;
  for (const { id } of await run(tx, { tenantId }, readServices({}))) {
    const paid = { tenant_id: tenantId, service_id: id, takes: 'deposit', deposit_paise: deposit } as const;
    await run(tx, platform, insertRow('online_service_payments', paid));
  }
}

/** Registers a business for GST at an address, with all its services taxed at 18 %. */
export async function registerForTax(tx: Tx, tenantId: string): Promise<void> {
  const head = {
    address: 'Plot 14, Road No. 36, Jubilee Hills\nHyderabad 500033',
    telephone: '040 5550 0136',
  };
  await run(tx, platform, updateRows('business_profiles', { tenant_id: tenantId }, head));
  const settings = insertRow('paper_settings', {
    tenant_id: tenantId,
    registration: 'regular',
    legal_name: 'Green Turf Sports LLP',
    gstin: '36AAPFU0939F1ZW',
    prefix: '',
    automatic: false,
    credit_notes_until: '11-30',
  });
  await run(tx, platform, settings);
  const services = await run(tx, { tenantId }, readServices({}));
  const tax = { holds_from: '2024-04-01', treatment: 'taxable', sac: '999652', rate: 1800 } as const;
  const taxes = services.map(({ id }) =>
    insertRow('service_taxes', { tenant_id: tenantId, service_id: id, ...tax }),
  );
  await writeTogether(tx, platform, taxes);
}

const readServices = statement((db, { tenantId }) =>
  db.selectFrom('services').select('id').where('tenant_id', '=', tenantId),
);
