import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Appointments } from '../../../db/booking-schema.ts';
import { type Statement, statement } from '../../../db/statement.ts';

// One statement changes one table. They are sent together, with the commit of their transaction.

/** Columns that a change may write. */
export type AppointmentChanges = Updateable<Appointments>;

const newColumns = [
  'id',
  'reference',
  'person_name',
  'person_email',
  'person_contact',
  'patient_id',
  'doctor',
  'appointment_date',
  'appointment_time',
  'amount_paise',
  'payment_method',
  'payment_id',
  'resource_id',
  'price_paise',
  'service_id',
  'service_name',
  'duration_min',
  'buffer_before_min',
  'buffer_after_min',
  'overbooked_reason',
  'series_id',
  'walk_in',
  'arrived_at',
  'created_by',
  'created_at',
  'updated_at',
] as const;

/** The columns of a new booking; the database gives it its status. */
export type NewBooking = Required<Pick<Insertable<Appointments>, (typeof newColumns)[number]>>;

export const insertBooking = statement<NewBooking, object>((db, values) =>
  db.insertInto('appointments').values({
    tenant_id: values.tenantId,
    ...(Object.fromEntries(newColumns.map((name) => [name, values[name]])) as NewBooking),
  }),
);

/** Changes columns of a locked booking. */
export function updateBooking(id: string, columns: AppointmentChanges): Statement<object> {
  const shape = { columns: Object.keys(columns).join(' ') };
  return updateColumns({ ...columns, bookingId: id }, shape);
}

const updateColumns = statement<AppointmentChanges & { bookingId: string }, object, { columns: string }>(
  (_, values, { columns }) => {
    const changes = columns.split(' ').map((name) => setting(name, values[name as keyof AppointmentChanges]));
    return sql`update appointments set ${sql.join(changes)}
      where tenant_id = ${values.tenantId} and id = ${values.bookingId}`;
  },
);

function setting(column: string, value: unknown): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = ${value}`;
}
