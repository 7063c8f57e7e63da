import { mergeUndoDays } from '@samay/contract/people/patients';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { run } from '../../../db/transaction.ts';
import { setMergedInto } from './merge-queries.ts';
import { removeEmptied } from '../rows/queries.ts';
import { changePerson, fetchPeople } from './change-people.ts';

interface Merging {
  readonly params: { readonly id: string };
  readonly body: { readonly otherId: string };
}

/**
 * Merges another person into this one (decision 0055): their bookings are shown with this person
 * and stay with the person they name. Throws `not_found` for a person that the plan hides,
 * `person.merged`, and `person.has_merges` where others were merged into the other one. Returns the
 * person to show.
 */
export async function mergePeople(
  context: TenantContext,
  { params: { id }, body: { otherId } }: Merging,
): Promise<{ readonly id: string }> {
  if (id === otherId)
    throw new AppError('request.invalid', { fields: { otherId: 'Please choose somebody else' } });
  await changePerson(context, id, async (tx) => {
    const [person, other] = await fetchPeople(tx, context, [id, otherId]);
    assertThat(person?.merged_into === null && other?.merged_into === null, 'person.merged');
    assertThat(!other.has_merges, 'person.has_merges');
    await run(tx, context, setMergedInto({ id: otherId, into: id, at: context.now }));
    return { action: 'people.merged', detail: { other: otherId } };
  });
  return { id };
}

/**
 * Undoes a merge within 30 days: the other person has their bookings again. A person who then has
 * no booking is removed, as everywhere. Returns the person to show.
 */
export async function undoMerge(
  context: TenantContext,
  { params }: { params: { id: string; mergeId: string } },
): Promise<{ readonly id: string }> {
  const { id, mergeId } = params;
  let left = id;
  await changePerson(context, id, async (tx) => {
    const [, merged] = await fetchPeople(tx, context, [id, mergeId]);
    const { merged_into: into, merged_at: at } = orNotFound(merged);
    assertThat(into === id && at, 'not_found');
    assertThat(context.now < mergeUndoEnd(at), 'person.merge_stands');
    await run(tx, context, setMergedInto({ id: mergeId, into: null, at: null }));
    const removed = await run(tx, context, removeEmptied({ id }));
    if (removed.length > 0) left = mergeId;
    return { action: 'people.merge_undone', detail: { other: mergeId } };
  });
  return { id: left };
}

/** Returns until when a merge of that moment can be undone. */
export function mergeUndoEnd(mergedAt: Date): Date {
  return new Date(mergedAt.getTime() + mergeUndoDays * 86_400_000);
}
