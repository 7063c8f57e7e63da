/*
 * One statement a request. PostgreSQL makes the JSON in the form of the product's reply, and node sends its text as it comes. `$1` is always the business:
 * `where` names it, because row security does not apply to this server's role.
 */

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An appointment as the contract has it, except for `may`, which depends on the caller. */
const item = `appointments.id, appointments.reference, appointments.person_name as "personName", appointments.person_email as "personEmail",
  appointments.person_contact as "personContact", appointments.patient_id as "patientId", appointments.doctor, appointments.appointment_date as date,
  left(appointments.appointment_time::text, 5) as time, appointments.status, appointments.amount_paise as amount, appointments.currency,
  appointments.payment_method as "paymentMethod", appointments.payment_id as "paymentId",
  case when files.id is not null then json_build_object('fileName', files.display_name, 'mediaType', files.media_type, 'bytes', files.bytes,
    'uploadedAt', ${instant('files.created_at')}) end as prescription,
  ${instant('appointments.arrived_at')} as "arrivedAt", ${instant('appointments.created_at')} as "createdAt", ${instant('appointments.updated_at')} as "updatedAt"`;
const withFile = 'left join files on files.tenant_id = appointments.tenant_id and files.id = appointments.prescription_id';
const listOrder = 'order by appointments.appointment_date desc, appointments.appointment_time, appointments.id';

/** The first 50 rows in the clinic's order, and the counts of all from the tallies. `$1` is the business. */
const list = `select json_build_object(
  'items', (select coalesce(json_agg(item), '[]') from (select ${item} from appointments ${withFile}
    where appointments.tenant_id = $1 and appointments.status <> 'cancelled' ${listOrder} limit 50) as item),
  'counts', (select json_build_object('all', coalesce(sum(scheduled + completed + no_show), 0), 'scheduled', coalesce(sum(scheduled), 0),
      'completed', coalesce(sum(completed), 0), 'cancelled', coalesce(sum(cancelled), 0), 'no_show', coalesce(sum(no_show), 0))
    from day_tallies where tenant_id = $1)) as reply`;

const sortKeys = 'appointments.id, appointments.status, appointments.appointment_date, appointments.appointment_time';
const byText = `select ${sortKeys} from appointments where appointments.tenant_id = $1 and appointments.search_text like $2`;
const byNumber = `select ${sortKeys} from patients
  join appointments on appointments.tenant_id = patients.tenant_id and appointments.patient_id = patients.id
  where patients.tenant_id = $1 and patients.search_text like '%' || $3 || '%' and patients.person_key !~ '\\D' and position($3 in patients.person_key) > 0`;

/** The same of a search for the pattern `$2`. */
const search = searchIn(byText);
/** The same for terms that look like a telephone number; `$3` is its digits. */
const searchWithNumber = searchIn(`${byText} union ${byNumber}`);

function searchIn(found: string): string {
  return `with found as materialized (${found}) select json_build_object(
  'items', (select coalesce(json_agg(item), '[]') from (select ${item}
    from (select * from found as appointments where status <> 'cancelled' ${listOrder} limit 50) as page
    join appointments on appointments.tenant_id = $1 and appointments.id = page.id ${withFile} ${listOrder}) as item),
  'counts', (select json_build_object('all', count(*) filter (where status <> 'cancelled'), 'scheduled', count(*) filter (where status = 'scheduled'),
      'completed', count(*) filter (where status = 'completed'), 'cancelled', count(*) filter (where status = 'cancelled'),
      'no_show', count(*) filter (where status = 'no_show'))
    from found)) as reply`;
}

/** The revenue from the day `$2` to the day `$3`. */
const revenue = `select json_build_object('total', coalesce(sum(revenue_paise), 0), 'bookings', coalesce(sum(revenue_bookings), 0)) as reply
  from day_tallies where tenant_id = $1 and day >= $2 and day <= $3`;

/**
 * The table of the lean server's bookings: the columns, checks and B-tree indexes of `appointments`, without search index, triggers and foreign keys. So a
 * create is the plain insert of one row.
 */
export const bookingsTable = `create schema lean;
  create table lean.bookings (like appointments including all);
  do $$ declare name text; begin
    for name in select indexrelid::regclass from pg_index where indrelid = 'lean.bookings'::regclass and pg_get_indexdef(indexrelid) like '% USING gin %'
    loop execute 'drop index ' || name; end loop;
  end $$`;

const create = `insert into lean.bookings as appointments (tenant_id, reference, person_name, person_email, person_contact, doctor,
    appointment_date, appointment_time, amount_paise, payment_method)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning json_build_object('id', id, 'reference', reference, 'personName', person_name, 'personEmail', person_email, 'personContact', person_contact,
    'doctor', doctor, 'date', appointment_date, 'time', left(appointment_time::text, 5), 'status', status, 'amount', amount_paise,
    'currency', currency, 'paymentMethod', payment_method, 'createdAt', ${instant('created_at')}, 'updatedAt', ${instant('updated_at')}) as reply`;

/** By name, under which each connection prepares it. */
export const statements = { list, search, searchWithNumber, revenue, create };
