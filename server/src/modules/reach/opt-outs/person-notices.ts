import { mostOfPerson, type PersonNotices } from '@samay/contract/reach/notices';
import { indiaDate, isoOf } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { changePerson, fetchPeople, readPeople } from '../../people/index.ts';
import { readShown } from '../../visibility/index.ts';
import { presentNotice, presentReply } from '../notices/settings.ts';
import {
  listAddresses,
  listNoticesOfPerson,
  listRepliesOfPerson,
  readOptOutOfPerson,
} from './person-queries.ts';
import { deleteOptOuts, insertOptOuts } from './queries.ts';

/** The words that are kept of an opt-out that the desk notes. */
const saidAtTheDesk = 'Said at the desk';

type OfPerson = { readonly params: { readonly id: string } };

/** Shows the latest notices about a person's bookings, and whether they want no more. Throws `not_found`. */
export async function showPersonNotices(
  context: TenantContext,
  { params: { id } }: OfPerson,
): Promise<PersonNotices> {
  const today = indiaDate(context.now);
  const { people, notices, replies, optOut } = (
    await readShown(context, (view) => ({
      people: readPeople(view, { ids: [id] }),
      notices: listNoticesOfPerson(view, { id, most: mostOfPerson }),
      replies: listRepliesOfPerson(view, { id, most: mostOfPerson }),
      optOut: readOptOutOfPerson({ id, today }),
    }))
  ).rows;
  orNotFound(people[0]);
  const { isReachable, at } = onlyRow(optOut);
  return {
    notices: notices.map((row) => ({ ...presentNotice(row), appointmentId: row.appointmentId })),
    replies: replies.map((row) => ({ ...presentReply(row), appointmentId: row.appointmentId })),
    isReachable,
    optedOutAt: at && isoOf(at),
  };
}

/**
 * Notes that a person wants no more notices, or allows them again: by their emails and numbers and those of
 * their bookings to come. Writes and audits nothing where it is so already.
 */
export async function changePersonNotices(
  context: TenantContext,
  { params, body }: OfPerson & { readonly body: { readonly areWanted: boolean } },
): Promise<PersonNotices> {
  const { id } = params;
  const { now } = context;
  await changePerson(context, id, async (tx) => {
    const [person] = await fetchPeople(tx, context, [id]);
    assertThat(person?.merged_into === null, 'person.merged');
    const known = await run(tx, context, listAddresses({ id, today: indiaDate(now) }));
    const addresses = known.map(({ address }) => address);
    const change = body.areWanted
      ? deleteOptOuts({ addresses })
      : insertOptOuts({ addresses, wording: saidAtTheDesk, now });
    if ((await run(tx, context, change)).length === 0) return null;
    return { action: body.areWanted ? 'people.notices_allowed' : 'people.notices_ended', detail: {} };
  });
  return showPersonNotices(context, { params });
}
