import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { isReached } from '../../people/index.ts';
import { shownStatement, visible } from '../../visibility/index.ts';

interface Ids {
  readonly ids: readonly string[];
}

interface AuditedBooking {
  readonly id: string;
  readonly name: string | null;
  readonly overbooked_reason: string | null;
  readonly appointment_date: string;
  readonly appointment_time: string;
}

interface Named {
  readonly id: string;
  readonly name: string | null;
}

/** Reads the names of bookings; null where the plan hides one. */
export const readAuditedBookings = shownStatement<Ids, AuditedBooking>(
  (_, { order, visibility }, { tenantId, ids }) => sql<AuditedBooking>`select id,
      case when ${visible(order, visibility)} then person_name end as name,
      overbooked_reason, appointment_date, appointment_time
    from appointments where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
);

/** Reads the names of people; null where the plan hides all of their bookings. */
export const readAuditedPeople = shownStatement<Ids, Named>(
  (_, { order, visibility }, { tenantId, ids }) => sql<Named>`select id, case
      when ${isReached(tenantId, 'patients', visible(order, visibility))} then name end as name
    from patients where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[])`,
);

/** Reads the names of doctors, courts and services. */
export const readAuditedTimes = statement<Ids, Named>(
  (_, { tenantId, ids }) => sql<Named>`
    select id, name from resources where tenant_id = ${tenantId} and id = any(${ids}::uuid[])
    union all select id, name from services where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
);

interface Reason {
  readonly id: string;
  readonly name: string;
  readonly reason: string | null;
}

/** Reads the reasons of rows of money. They have no name. */
export const readAuditedReasons = statement<Ids, Reason>(
  (_, { tenantId, ids }) => sql<Reason>`
    select id, '' as name, reason from payments where tenant_id = ${tenantId} and id = any(${ids}::uuid[])
    union all select id, '' as name, name as reason from charges where tenant_id = ${tenantId} and id = any(${ids}::uuid[])
    union all select id, '' as name, reason from discounts where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
);
