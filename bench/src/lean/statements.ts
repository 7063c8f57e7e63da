/* One statement a request, as a plain program would write it: over the bookings alone, without the
   product's other tables. `$1` is always the business: `where` names it, because row security does
   not apply to this server's role. */
import { days } from './days.ts';

const columns = `id, reference, person_name, person_email, person_contact, patient_id, doctor, appointment_date, appointment_time, status, amount_paise, currency,
  payment_method, payment_id, prescription_id, arrived_at, created_at, updated_at`;

const page = (
  matching: string,
) => `select json_build_object('items', coalesce(json_agg(page), '[]')) as reply from (
  select ${columns} from lean.bookings where tenant_id = $1 and status <> 'cancelled'${matching}
  order by appointment_date desc, appointment_time, id limit 50) as page`;

/** The first 50 rows in the clinic's order. */
const list = page('');

/** The first 50 rows of a search for the pattern `$2`. */
const search = page(' and search_text like $2');

/** The revenue of the bookings from the day `$2` to the day `$3`. */
const revenue = `select json_build_object('total', coalesce(sum(amount_paise), 0), 'bookings', count(*)) as reply from lean.bookings
  where tenant_id = $1 and appointment_date between $2 and $3 and status in ('scheduled', 'completed') and amount_paise is not null`;

const create = `insert into lean.created as created (tenant_id, reference, person_name, person_email, person_contact, doctor,
    appointment_date, appointment_time, amount_paise, payment_method, paid_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::int, $10::text, jsonb_build_object($10::text, $9::int)) returning row_to_json(created) as reply`;

/** Reads the rows from which the product computes free starts; computes none. */
const slots = `select row_to_json(days) as reply from (${days}) as days`;

export const statements = { list, search, revenue, create, slots };
