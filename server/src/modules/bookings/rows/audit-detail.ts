import { getMethods } from './present.ts';
import type { AppointmentRow } from './queries.ts';

/** The columns of a person: an audit row keeps only the names of those that changed. */
const personFields = { name: 'person_name', email: 'person_email', contact: 'person_contact' } as const;

/**
 * Computes the detail of a booking's audit row: the values before and after of what changed, and
 * the booking's start where that stays. It has ids, amounts, statuses and dates, and nothing that a
 * person typed.
 */
export function auditDetail(before: AppointmentRow | null, after: AppointmentRow): object {
  const values = getValues(after);
  if (!before) return { after: known(values) };
  const was = getValues(before);
  const { date, time } = was;
  const isMoved = date !== values.date || time !== values.time;
  const names = (Object.keys(values) as (keyof typeof values)[]).filter((name) => {
    if (name === 'date' || name === 'time') return isMoved;
    if (name === 'paymentId') return before.payment_id !== after.payment_id;
    return was[name] !== values[name];
  });
  const changed = changedWords(before, after);
  const pick = (all: typeof values) => Object.fromEntries(names.map((name) => [name, all[name]]));
  return {
    ...(!isMoved && { date, time }),
    ...(names.length > 0 && { before: pick(was), after: pick(values) }),
    ...(changed.length > 0 && { changed }),
  };
}

/** Lists the fields of its person that a change of a booking writes differently. */
export function changedWords(before: AppointmentRow, after: AppointmentRow): string[] {
  return (Object.keys(personFields) as (keyof typeof personFields)[]).filter(
    (name) => before[personFields[name]] !== after[personFields[name]],
  );
}

/**
 * Returns the values of a booking that the audit log may keep. A payment method is one of the known
 * words.
 */
function getValues(row: AppointmentRow) {
  return {
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    resource: row.resource_id,
    service: row.service_id,
    duration: row.duration_min,
    price: row.price_paise,
    status: row.status,
    delay: row.delay_min || null,
    charges: row.charges_paise || null,
    discount: row.discount_paise || null,
    allowed: row.allowed_paise || null,
    amount: row.amount_paise,
    method: getMethods(row),
    paymentId: row.payment_id !== null,
  };
}

/** Leaves out the fields that a new booking lacks. A new booking is scheduled. */
function known({ status: _, ...values }: ReturnType<typeof getValues>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== false));
}
