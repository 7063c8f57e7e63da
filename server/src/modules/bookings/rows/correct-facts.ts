import type { PersonFacts } from '@samay/contract/people/person-facts';
import type { BookingContext } from '../../../context/business-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import type { Tx } from '../../../db/tenant.ts';
import { atCommit, run, runTogether } from '../../../db/transaction.ts';
import {
  changedFacts,
  emptiedFacts,
  noFacts,
  emptyMergedFacts,
  lockShown,
  readShownFacts,
  updatePerson,
} from '../../people/index.ts';
import { noTally } from '../tallies/tallies.ts';
import type { RenamedPeople } from './rename-people.ts';

/** The facts about the person of a booking that a correction changes. */
export interface FactsChange {
  readonly changed: readonly (keyof PersonFacts)[];
  /** Sends what is written, after the people that the same correction writes. */
  readonly send: () => void;
}

/**
 * Decides which facts about a booking's person a correction changes: of the person that they are
 * shown with, as on the person's page.
 * @param people the people who change, where the booking names another one
 */
export async function decideFacts(
  tx: Tx,
  context: BookingContext,
  named: string | null,
  people: RenamedPeople | undefined,
  given: Partial<PersonFacts>,
): Promise<FactsChange> {
  const made = people?.added ?? people?.renamed;
  const [shown] = made
    ? [made]
    : await run(tx, context, lockShown({ id: people?.patientId ?? orNotFound(named) }));
  const { id } = orNotFound(shown);
  const { known } = made
    ? { known: [made] }
    : await runTogether(tx, context, { known: readShownFacts({ id }) });
  const changed = changedFacts(known[0] ?? noFacts, given);
  const facts = Object.fromEntries(changed.map((name) => [name, given[name]]));
  return {
    changed,
    send: () => {
      if (changed.length === 0) return;
      atCommit(tx, context, updatePerson(facts, noTally(id)));
      atCommit(tx, context, emptyMergedFacts({ id, ...emptiedFacts(given, changed) }));
    },
  };
}
