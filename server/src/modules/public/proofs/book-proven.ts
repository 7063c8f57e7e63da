import { indiaDate, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { deleteHolds, refusingTaken } from '../../availability/index.ts';
import { type AppointmentRow, book } from '../../bookings/index.ts';
import { lockPlaces } from '../../tenancy/index.ts';
import type { Shown } from '../online/shown.ts';
import { readBookedProof } from '../orders/link-queries.ts';
import { lockOrder, settleOrder } from '../orders/queries.ts';
import { assertOffered, type Chosen } from '../requests/hold.ts';
import { countOpen, countOpenOfEmail } from '../requests/queries.ts';
import { type KnownPerson, lockProof, type ProofRow, settleProof } from './queries.ts';
import { isProven, provenEmail, provesNumber } from './rules.ts';

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
  const { context } = shown;
  await refusingTaken(context, () =>
    inTenantAnnouncing(context, async (tx, announce) => {
      const row = orNotFound((await run(tx, context, lockProof({ id })))[0]);
      assertThat(row.visitor === visitor, 'not_found');
      if (row.appointment_id !== null) return;
      assertThat(isProven(row, context.now), 'not_found');
      const [order] = await run(tx, context, lockOrder({ id }));
      const isOrdered = order?.state === 'open';
      const form = { ...toForm(shown, row, person), heldBy: isOrdered ? id : row.visitor };
      const made = await bookForm({ tx, announce }, shown, form);
      // A payment from now on is a second one.
      if (isOrdered) atCommit(tx, context, settleOrder({ id, state: 'ended', appointmentId: null }));
      atCommit(tx, context, settleProof({ id, appointmentId: made.id }));
    }),
  );
}

/** A time with its person, ready to be booked. */
export interface BookedForm {
  /** The owner of the hold on the time. */
  readonly heldBy: string;
  /** The digits of the number, and whether the visitor has proven it. */
  readonly number: string;
  readonly provesNumber: boolean;
  readonly personName: string;
  readonly contact: string | null;
  /** The email, where the visitor has proven it and not the number. */
  readonly email: string | null;
  readonly note: string | null;
  readonly service_id: string;
  readonly resource_id: string;
  readonly appointment_date: LocalDate;
  readonly appointment_time: LocalTime;
  /** The price that was agreed, in paise; null or left out: the present one. */
  readonly price?: number | null;
}

/** Returns what a form is booked with. */
export function toForm({ context }: Shown, row: ProofRow, person: KnownPerson | undefined): BookedForm {
  return {
    ...row,
    heldBy: row.visitor,
    provesNumber: provesNumber(row, context.now),
    personName: person?.name ?? row.person_name,
    contact: person?.contact ?? row.contact,
    email: provenEmail(row),
  };
}

interface Writing {
  readonly tx: Tx;
  readonly announce: Announce;
}

/**
 * Books the time of a form in the caller's transaction, as the desk's create does, and gives up its hold.
 * @param offered the page as it was when the time was kept: by it the time has to be offered
 * @throws TimeTaken, `slot.taken`, `plan.limit_reached`, `request.too_many_open`
 */
export async function bookForm(
  { tx, announce }: Writing,
  shown: Shown,
  form: BookedForm,
  offered = shown,
): Promise<AppointmentRow> {
  const { context } = shown;
  const { heldBy, note, price = null } = form;
  // The plan is locked before the times, as each create of the desk does.
  await assertFewOpen(tx, shown, form, lockPlaces([form.appointment_date]));
  await assertOffered(tx, offered, toChosen(shown, form), heldBy);
  const guest = { heldBy, note, price };
  const made = onlyRow(await book({ tx, announce }, context, [{ body: toBody(form) }], { guest }));
  atCommit(tx, context, deleteHolds({ heldBy }));
  return made;
}

/** Asserts that the number of a form has fewer open than the business allows. @throws `request.too_many_open` */
export async function assertFewOpen(
  tx: Tx,
  { context, online }: Shown,
  form: Pick<BookedForm, 'number' | 'contact' | 'provesNumber' | 'email'>,
  first: ReturnType<typeof lockPlaces> = {},
): Promise<void> {
  const { now } = context;
  const { number, contact, email } = form;
  const of = { number, now, today: indiaDate(now) };
  const { open } = await runTogether(tx, context, {
    ...first,
    open: form.provesNumber
      ? countOpen({ ...of, contact: contact ?? '' })
      : countOpenOfEmail({ ...of, email: email ?? '' }),
  });
  assertThat(onlyRow(open).open < online.open_per_number, 'request.too_many_open');
}

/** Reads what the link to the booking of a form is made of; undefined before it is made. */
export async function readBookingOf({ context }: Shown, id: string) {
  const { made } = await readInOneMessage(context, { made: readBookedProof({ id }) });
  return made[0];
}

type Timed = Pick<BookedForm, 'service_id' | 'resource_id' | 'appointment_date' | 'appointment_time'>;

/** Returns the time of a form. @throws `slot.taken` where the business does not offer it any more */
export function toChosen({ services }: Shown, row: Timed): Chosen {
  const service = services.find(({ id }) => id === row.service_id);
  if (!service) throw new AppError('slot.taken');
  const time = row.appointment_time.slice(0, 5);
  return { service, resourceId: row.resource_id, date: row.appointment_date, time };
}

function toBody(form: BookedForm) {
  return {
    personName: form.personName,
    personContact: form.contact,
    date: form.appointment_date,
    time: form.appointment_time.slice(0, 5),
    serviceId: form.service_id,
    resourceId: form.resource_id,
  };
}
