import { fewestSearched } from '@samay/contract/people/people';
import type { PersonFacts } from '@samay/contract/people/person-facts';
import { searchWords } from '@samay/contract/core/fold';
import { searchedDigits } from '@samay/contract/core/telephone';
import type { LocalDate } from '@samay/contract/core/time';
import { sql } from 'kysely';
import type { Statement } from '../../../db/statement.ts';
import { shownStatement, type ListView, visible } from '../../visibility/index.ts';
import { type SearchValues, getValues } from '../list/search-queries.ts';
import { factColumns, isReached, selectFacts, selectFamily, shownAs } from '../../people/index.ts';

const mostShown = 8;
/**
 * The most matches that are read; where there are more, the people with the latest bookings. A
 * longer text finds the others.
 */
const mostRead = 200;
const latestRead = 1_000;

/** A found person, with the latest completed and the next scheduled booking that the plan shows. */
export interface FoundRow extends PersonFacts {
  readonly id: string;
  readonly name: string;
  /** The email; empty where none is known. */
  readonly email: string;
  readonly contact: string | null;
  readonly last_date: string | null;
  readonly last_doctor: string | null;
  readonly last_resource: string | null;
  readonly next_date: string | null;
  readonly next_time: string | null;
}

interface Values extends Pick<SearchValues, 'patterns' | 'pattern'> {
  readonly digits: string | null;
  readonly today: LocalDate;
}

/**
 * Selects at most eight people with a booking that the plan shows. People who were merged are found
 * as the one they are shown with.
 */
export function lookUpRows(view: ListView, search: string, today: LocalDate): Statement<FoundRow> {
  const digits = searchedDigits(search, fewestSearched) ?? null;
  return selectFound(view, { ...getValues(searchedTexts(search, digits)), digits, today });
}

/**
 * Returns the texts to search. Two letters match only the beginning of a word: the index has no
 * entries of two.
 */
function searchedTexts(search: string, digits: string | null): string[] {
  if (digits !== null && digits.length > 2) return [digits];
  return searchWords(search).map((word) => (word.length > 2 ? word : ` ${word}`));
}

const selectFound = shownStatement<Values, FoundRow>(
  (_, { order, visibility }, { tenantId, pattern, patterns, digits, today }) => {
    const shown = sql`appointments.tenant_id = ${tenantId}::uuid and appointments.patient_id = family.id and ${visible(order, visibility)}`;
    // The searched text has name and contact as its first lines.
    const [name, contact] = [1, 2].map(
      (place) => sql`split_part(patients.search_text, E'\n', ${sql.lit(place)})`,
    );
    return sql<FoundRow>`with matching as (
      select ${shownAs('patients')} as id, min(case when position(${digits}::text in ${contact}) > 0
        then case when starts_with(patients.person_key, ${digits}::text) then 1 else 2 end
        when ${name} like all(${patterns}::text[]) then 3 end) as place
      from patients where patients.tenant_id = ${tenantId}::uuid and patients.id = any(array(
        select look_up_people(${pattern}, ${patterns}::text[], ${digits}, ${sql.lit(mostRead)}, ${sql.lit(latestRead)})))
      group by 1
    ), found as (
      select people.id, people.name, people.email, people.contact, matching.place, people.latest_date,
        ${factColumns('people')}
      from matching join patients as people on people.tenant_id = ${tenantId}::uuid and people.id = matching.id
      where matching.place is not null
        and ${isReached(tenantId, 'people', visible(order, visibility))}
      order by matching.place, people.latest_date desc, people.id limit ${sql.lit(mostShown)}
    )
    select found.id, found.name, found.email, found.contact, ${selectFacts(tenantId, 'found')},
      last.appointment_date as last_date, last.doctor as last_doctor, last.resource_id as last_resource,
      next.appointment_date as next_date, next.appointment_time as next_time
    from found left join lateral (
      select latest.appointment_date, latest.doctor, latest.resource_id from ${selectFamily(tenantId, 'found')} cross join lateral (
        select appointments.appointment_date, appointments.appointment_time, appointments.doctor, appointments.resource_id from appointments
        where ${shown} and appointments.status = 'completed'
        order by appointments.appointment_date desc, appointments.appointment_time desc, appointments.id desc limit 1
      ) as latest order by latest.appointment_date desc, latest.appointment_time desc limit 1
    ) as last on true
    left join lateral (
      select earliest.appointment_date, earliest.appointment_time from ${selectFamily(tenantId, 'found')} cross join lateral (
        select appointments.appointment_date, appointments.appointment_time from appointments
        where ${shown} and appointments.status = 'scheduled' and appointments.appointment_date >= ${today}::date
        order by appointments.appointment_date, appointments.appointment_time, appointments.id limit 1
      ) as earliest order by earliest.appointment_date, earliest.appointment_time limit 1
    ) as next on true
    order by found.place, found.latest_date desc, found.id`;
  },
);
