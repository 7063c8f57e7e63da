import { indiaDate } from '@samay/contract/core/time';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { deleteHolds, refusingTaken } from '../../availability/index.ts';
import { book } from '../../bookings/index.ts';
import { lockPlaces } from '../../tenancy/index.ts';
import type { Shown } from '../online/shown.ts';
import { assertOffered } from '../requests/hold.ts';
import { countOpen, countWaiting } from '../requests/queries.ts';
import { type KnownPerson, lockProof, type ProofRow, readMade, settleProof } from './queries.ts';
import { isProven, provesNumber } from './rules.ts';

interface Choice {
  readonly id: string;
  readonly visitor: string | null;
  /** Its person, of the household; undefined for the one that was typed. */
  readonly person: KnownPerson | undefined;
}

/**
 * Makes the booking of a form whose number is proven, as the desk's create does: one, however often the
 * visitor asks.
 * @throws `slot.taken`, `plan.limit_reached`, `request.too_many_open`, `not_found`
 */
export async function bookProven(shown: Shown, { id, visitor, person }: Choice): Promise<void> {
  const { context, online } = shown;
  const { now } = context;
  await refusingTaken(context, () =>
    inTenantAnnouncing(context, async (tx, announce) => {
      const row = orNotFound((await run(tx, context, lockProof({ id })))[0]);
      assertThat(row.visitor === visitor, 'not_found');
      if (row.appointment_id !== null) return;
      assertThat(isProven(row, now), 'not_found');
      const { number, contact, note } = row;
      const of = { number, now, today: indiaDate(now) };
      // The plan is locked before the times, as each create of the desk does.
      const { open } = await runTogether(tx, context, {
        ...lockPlaces([row.appointment_date]),
        open: provesNumber(row, now) ? countOpen({ ...of, contact }) : countWaiting(of),
      });
      assertThat(onlyRow(open).open < online.open_per_number, 'request.too_many_open');
      await assertOffered(tx, shown, toChosen(shown, row), row.visitor);
      const guest = { heldBy: row.visitor, note };
      const made = onlyRow(await book({ tx, announce }, context, [{ body: toBody(row, person) }], { guest }));
      atCommit(tx, context, deleteHolds({ heldBy: row.visitor }));
      atCommit(tx, context, settleProof({ id, appointmentId: made.id }));
    }),
  );
}

/** Reads what the link to the booking of a form is made of; undefined before it is made. */
export async function readBookingOf({ context }: Shown, id: string) {
  const { made } = await readInOneMessage(context, { made: readMade({ id }) });
  return made[0];
}

/** Returns the time of a form. @throws `slot.taken` where the business does not offer it any more */
export function toChosen({ services }: Shown, row: ProofRow) {
  const service = services.find(({ id }) => id === row.service_id);
  if (!service) throw new AppError('slot.taken');
  const time = row.appointment_time.slice(0, 5);
  return { service, resourceId: row.resource_id, date: row.appointment_date, time };
}

function toBody(row: ProofRow, person: KnownPerson | undefined) {
  return {
    personName: person?.name ?? row.person_name,
    personContact: person?.contact ?? row.contact,
    date: row.appointment_date,
    time: row.appointment_time.slice(0, 5),
    serviceId: row.service_id,
    resourceId: row.resource_id,
  };
}
