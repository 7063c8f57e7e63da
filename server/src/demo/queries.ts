import type { Insertable } from 'kysely';
import type { Appointments } from '../db/schema.ts';
import type { Schema } from '../db/schema.ts';
import type { TenantId, Tx } from '../db/tenant.ts';
import { keepAdded, type KeptBooking } from '../modules/bookings/index.ts';

export async function hasUsers(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function isDemo(tx: Tx): Promise<boolean> {
  const installation = await tx.selectFrom('installation').select('demo').executeTakeFirst();
  return installation?.demo ?? false;
}

/**
 * Marks the database as demo; returns false when it was marked already. If two processes try, the
 * second waits for the first to commit.
 */
export async function markAsDemo(tx: Tx): Promise<boolean> {
  const marked = await tx
    .insertInto('installation')
    .values({ demo: true })
    .onConflict((conflict) =>
      conflict.column('singleton').doUpdateSet({ demo: true }).where('installation.demo', '=', false),
    )
    .returning('demo')
    .executeTakeFirst();
  return marked !== undefined;
}

type Person = Insertable<Schema['users']> & { readonly id: string };

export async function insertPlatformAdmin(tx: Tx, person: Person): Promise<void> {
  await tx.insertInto('users').values(person).execute();
  await tx.insertInto('platform_admins').values({ user_id: person.id }).execute();
}

export async function insertMember(
  tx: Tx,
  tenantId: string,
  person: Person,
  membership: Pick<Insertable<Schema['memberships']>, 'role' | 'created_at'>,
): Promise<void> {
  await tx.insertInto('users').values(person).execute();
  await tx
    .insertInto('memberships')
    .values({ tenant_id: tenantId, user_id: person.id, ...membership })
    .execute();
}

export interface BusinessRows {
  readonly tenant: Insertable<Schema['tenants']>;
  readonly profile: Insertable<Schema['business_profiles']>;
  readonly subscription: Insertable<Schema['subscriptions']>;
}

export async function insertBusiness(tx: Tx, { tenant, profile, subscription }: BusinessRows): Promise<void> {
  await tx.insertInto('tenants').values(tenant).execute();
  await tx.insertInto('business_profiles').values(profile).execute();
  await tx.insertInto('subscriptions').values(subscription).execute();
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
  await tx.insertInto('resources').values(resources).execute();
  await tx.insertInto('services').values(services).execute();
  if (priceRules.length > 0) await tx.insertInto('price_rules').values(priceRules).execute();
  await tx.insertInto('weekly_hours').values(hours).execute();
  if (closures.length > 0) await tx.insertInto('hour_exceptions').values(closures).execute();
}

export async function insertClaims(tx: Tx, { claims }: TimeRows): Promise<void> {
  await tx.insertInto('claims').values(claims).execute();
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
  await tx.insertInto('appointments').values(rows).execute();
}

/** Inserts a prescription's row, and shows it at its appointment. */
export async function insertPrescription(
  tx: Tx,
  file: Insertable<Schema['files']> & { id: string },
): Promise<void> {
  await tx.insertInto('files').values(file).execute();
  const { patient_id: person } = await tx
    .updateTable('appointments')
    .set({ prescription_id: file.id })
    .where('tenant_id', '=', file.tenant_id)
    .where('id', '=', file.appointment_id)
    .returning('patient_id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('patients')
    .set((row) => ({ prescriptions: row('prescriptions', '+', 1) }))
    .where('tenant_id', '=', file.tenant_id)
    .where('id', '=', person)
    .execute();
}

/** Registers a business for GST at an address, with all its services taxed at 18 %. */
export async function registerForTax(tx: Tx, tenantId: string): Promise<void> {
  const head = {
    address: 'Plot 14, Road No. 36, Jubilee Hills\nHyderabad 500033',
    telephone: '040 5550 0136',
  };
  await tx.updateTable('business_profiles').set(head).where('tenant_id', '=', tenantId).execute();
  await tx
    .insertInto('paper_settings')
    .values({
      tenant_id: tenantId,
      registration: 'regular',
      legal_name: 'Green Turf Sports LLP',
      gstin: '36AAPFU0939F1ZW',
      prefix: '',
      automatic: false,
      credit_notes_until: '11-30',
    })
    .execute();
  const services = await tx.selectFrom('services').select('id').where('tenant_id', '=', tenantId).execute();
  const tax = { holds_from: '2024-04-01', treatment: 'taxable', sac: '999652', rate: 1800 } as const;
  await tx
    .insertInto('service_taxes')
    .values(services.map(({ id }) => ({ tenant_id: tenantId, service_id: id, ...tax })))
    .execute();
}
