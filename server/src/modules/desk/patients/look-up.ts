import type { ReplyOf } from '@samay/contract/core/endpoint';
import { indiaDate } from '@samay/contract/core/time';
import type { FoundPerson, lookUpPeople as endpoint } from '@samay/contract/people/people';
import type { TenantContext } from '../../../context/request-context.ts';
import { presentAbout, presentMinor } from '../../people/index.ts';
import { readShown } from '../../visibility/index.ts';
import { type FoundRow, lookUpRows } from './look-up-queries.ts';

/**
 * Finds the people whose number or name contains a text, first by number, then by their latest
 * booking. The reply has only what a desk needs to book, so every role that books may look them up.
 */
export async function lookUpPeople(
  context: TenantContext,
  { query }: { query: { search: string } },
): Promise<ReplyOf<typeof endpoint>> {
  const { found } = (
    await readShown(context, (view) => ({ found: lookUpRows(view, query.search, indiaDate(context.now)) }))
  ).rows;
  return { items: found.map((row) => presentFound(row, context)) };
}

function presentFound(row: FoundRow, context: TenantContext): FoundPerson {
  const { id, name, email, contact, last_doctor: doctor, last_resource: resourceId } = row;
  const { last_date: date, next_date: nextDate, next_time: time } = row;
  return {
    id,
    name,
    email: email || null,
    contact,
    ...presentAbout(row, context),
    ...presentMinor(row, context),
    lastVisit:
      date === null ? null : { date, doctor, ...(doctor !== null && resourceId !== null && { resourceId }) },
    nextVisit: nextDate === null || time === null ? null : { date: nextDate, time: time.slice(0, 5) },
  };
}
