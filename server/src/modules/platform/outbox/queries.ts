import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { deliveryKinds } from '../../../outbox/index.ts';
import { isRetriable } from '../../reach/index.ts';

/**
 * Matches rows that wait for another try, of the kinds that owners do not see. Rows that were given
 * up no longer name people and cannot be sent.
 */
const isHastened = (
  now: Date,
) => sql<boolean>`(outbox.kind <> all(${deliveryKinds}) and last_error is not null and delivered_at is null
  and given_up_at is null and (lease_until is null or lease_until <= ${now}))`;

/** Makes the rows of `isHastened` due now. */
export const hastenOutbox = statement((db, { now }: { now: Date }) =>
  db.updateTable('outbox').set({ next_at: now }).where(isHastened(now)),
);

interface FailedEffects {
  readonly kind: string;
  /** The number that failed for good. */
  readonly given_up: number;
  readonly replayable: number;
}

/** Counts the failed and undelivered rows, by kind. */
export const countFailed = statement<{ now: Date }, FailedEffects>(
  (
    _,
    { now },
  ) => sql<FailedEffects>`select kind, (count(*) filter (where given_up_at is not null))::int as given_up,
      (count(*) filter (where ${isRetriable(now)} or ${isHastened(now)}))::int as replayable
    from outbox where delivered_at is null and last_error is not null group by kind order by kind`,
);
