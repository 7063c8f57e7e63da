/*
 * The statements that the product executes for these requests, copied from PostgreSQL's log.
 * `where` names the business, because row security does not apply to this server's role. `$1` is
 * always the business.
 */

export const subscription = `select plans.name, plans.appointment_limit, subscriptions.status, subscriptions.billing_cycle_start
  from subscriptions inner join plans on plans.id = subscriptions.plan_id where subscriptions.tenant_id = $1
  order by subscriptions.status = 'active' desc, subscriptions.billing_cycle_start desc limit $2`;

export const lockedSubscription = `${subscription} for update of subscriptions`;

export const countInCycle = `select coalesce(sum(scheduled + completed + cancelled + no_show), 0)::int as count from day_tallies
  where tenant_id = $1 and day >= $2 and day < $3`;

const columns = `appointments.id, appointments.reference, appointments.person_name, appointments.person_email, appointments.person_contact,
  appointments.patient_id, appointments.doctor, appointments.appointment_date, appointments.appointment_time, appointments.status, appointments.amount_paise,
  appointments.currency, appointments.payment_method, appointments.payment_id, appointments.prescription_id, appointments.arrived_at,
  appointments.created_at, appointments.updated_at, files.display_name as file_name, files.media_type as file_type,
  files.bytes as file_bytes, files.created_at as file_created_at`;
const withFile =
  'left join files on files.tenant_id = appointments.tenant_id and files.id = appointments.prescription_id';
const listOrder =
  'order by appointments.appointment_date desc, appointments.appointment_time asc, appointments.id asc';
const matches = (parameter: string) => `appointments.id = any(array(select unnest(${parameter}::uuid[])))`;

export const list = `select ${columns} from appointments ${withFile}
  where appointments.tenant_id = $1 and appointments.status <> 'cancelled' ${listOrder} limit $2`;
export const counts = `select coalesce(sum(scheduled), 0)::int as scheduled, coalesce(sum(completed), 0)::int as completed,
    coalesce(sum(cancelled), 0)::int as cancelled, coalesce(sum(no_show), 0)::int as no_show
  from (select day, scheduled, completed, cancelled, no_show from day_tallies where tenant_id = $1) as days`;

/** The same query as in the product's function `search_appointments`. */
export const found = `with found as materialized (select id from appointments where tenant_id = $1 and search_text like $2)
  (select id from found limit 1001)`;
/** The same for terms that look like a telephone number; `$3` is its digits. */
export const foundWithNumber = `${found} union (select appointments.id from patients
  join appointments on appointments.tenant_id = patients.tenant_id and appointments.patient_id = patients.id
  where patients.tenant_id = $1 and patients.search_text like '%' || $3 || '%' and patients.person_key !~ '\\D'
    and position($3 in patients.person_key) > 0 limit 1001)`;
export const foundList = `select ${columns} from appointments ${withFile}
  where appointments.tenant_id = $1 and ${matches('$2')} and appointments.status <> 'cancelled' ${listOrder} limit $3`;
export const foundCounts = `select status, count(*)::int as count from appointments where tenant_id = $1 and ${matches('$2')} group by status`;

export const revenue = `select coalesce(sum(revenue_paise), 0)::bigint as total, coalesce(sum(revenue_bookings), 0)::int as bookings
  from day_tallies where tenant_id = $1 and day >= $2 and day <= $3`;

export const claimKey = `insert into idempotency_keys (tenant_id, key, request_hash, created_at) values ($1, $2, $3, $4)
  on conflict (tenant_id, key) do nothing`;
export const insertAppointment = `insert into appointments (tenant_id, reference, person_name, person_email, person_contact, doctor,
    appointment_date, appointment_time, amount_paise, payment_method, payment_id, created_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict (tenant_id, reference) do nothing returning id`;
export const insertAudit = `insert into audit_log (tenant_id, at, actor_id, action, object, detail, request_id)
  values ($1, $2, $3, $4, $5, $6, $7)`;
export const one = `select ${columns} from appointments ${withFile} where appointments.tenant_id = $1 and appointments.id = $2`;
export const keepReply = 'update idempotency_keys set reply = $3 where tenant_id = $1 and key = $2';
