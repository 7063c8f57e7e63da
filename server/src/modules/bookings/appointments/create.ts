import { randomUUID } from 'node:crypto';
import { Appointment, type NewAppointment } from '@samay/contract/bookings/appointments';
import type { PersonFacts } from '@samay/contract/people/person-facts';
import { userIdOf } from '../../../context/actor.ts';
import type { BookingContext } from '../../../context/business-context.ts';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { onlyRow, atCommit, runTogether } from '../../../db/transaction.ts';
import { inTenantAnnouncing, readInTenant } from '../../../db/tenant.ts';
import {
  chooseUnit,
  type Claimed,
  lockSought,
  decideOccupation,
  refusingTaken,
  type SoughtClaim,
  toSought,
  type WantedTime,
} from '../../availability/index.ts';
import { lockPlaces, makePlaces, takePlace } from '../../tenancy/index.ts';
import { getReceived, keptColumns, occupiedColumns } from '../rows/occupied-columns.ts';
import {
  lockDrawers,
  ownPeriod,
  computeMoneyColumns as moneyOf,
  type Noted,
  paymentOn,
  type ChargeList,
  makeCharge,
  readChargeList,
  type WrittenMoney,
} from '../../ledger/index.ts';
import {
  assertFactsKnown,
  changedFacts,
  givenFacts,
  noFacts,
  personChanges,
  personWith,
  lockNamed,
  type Person,
  type PersonWords,
} from '../../people/index.ts';
import { fetchWritten } from '../rows/fetch.ts';
import { atPrice } from './occupy.ts';
import { withTokens } from '../rows/tokens.ts';
import { present } from '../rows/present.ts';
import {
  type AppointmentRow,
  keepLastReference,
  type LastReference,
  type NewBookingColumns,
  readLastReference,
} from '../rows/queries.ts';
import { atItsTime, claimsNothing } from '../rows/walk-in.ts';
import { type PeopleAfter, writeBookings, type Writing, type WrittenBooking } from '../rows/write.ts';

/**
 * Creates a booking. One that is past or outside the opening hours is accepted: the form has
 * warned.
 * @throws each refusal under *Why a booking is refused* in docs/architecture.md
 */
export async function createAppointment(
  context: TenantContext,
  { body: given }: { body: NewAppointment },
): Promise<Appointment> {
  assertDoctor(given, context);
  const body = atItsTime(given, context);
  const made = await refusingTaken(context, () =>
    inTenantAnnouncing(context, async (tx, announce) => {
      const row = onlyRow(await book({ tx, announce }, context, [{ body }]));
      return present(row, context);
    }),
  );
  // A repeated request gets the stored reply. Another release may have written it, without the
  // fields that this one adds (decision 0021).
  if (Appointment.safeParse(made).success) return made;
  return readInTenant(context, async (tx) => present(await fetchWritten(tx, context, made.id), context));
}

/** A booking to create. */
export interface ToBook {
  readonly body: NewAppointment;
  /** The field of the request that describes it, for a refusal. */
  readonly field?: string;
  /** Whether its person gets an email; a series sends one. */
  readonly isMailed?: boolean;
}

/** The bookings' common ground. */
interface Ground {
  readonly seriesId?: string | null;
  /** Where they come from the public page. */
  readonly guest?: GuestBooking;
}

/** A booking that its person made or asked for on the public page. */
interface GuestBooking {
  /** The owner of the hold on its time, which is not in its way. */
  readonly heldBy: string;
  readonly note: string | null;
  /** The price that was agreed, in paise; null or left out: the present one. */
  readonly price?: number | null;
}

/**
 * Creates bookings of one person, all of them or none: locks and reads in one message, decides, and
 * writes in one message with the commit. Returns the rows as written, with their ids and
 * references.
 * @throws TimeTaken, `plan.limit_reached`, `payment.above_due`, `slot.reason_denied`, `advance.not_handed`, and the
 * errors of `assertFactsKnown` and `decideOccupation`
 */
export async function book(
  writing: Writing,
  context: BookingContext,
  bookings: readonly [ToBook, ...ToBook[]],
  { seriesId = null, guest }: Ground = {},
): Promise<AppointmentRow[]> {
  const { tx } = writing;
  const [first] = bookings;
  assertFactsKnown(first.body, context);
  const wanted = bookings.map(({ body }) => wantedBy(body, context));
  const sought = toSought(wanted);
  const isPaid = bookings.some(({ body }) => typeof body.amount === 'number');
  const payer = isPaid ? userIdOf(context.actor) : null;
  const rows = await runTogether(tx, context, {
    ...lockPlaces(wanted.map(({ date }) => date)),
    ...lockSought(sought),
    ...(payer !== null && { drawers: lockDrawers({ ids: [], userId: payer }) }),
    person: lockNamed(namedBy(first.body)),
    reference: readLastReference({}),
    ...(bookings.some(({ body }) => body.above) && { chargeList: readChargeList({}) }),
  });
  const places = await makePlaces(tx, context, rows);
  const [person] = rows.person;
  const patientId = person?.id ?? randomUUID();
  const numbers = numbersAfter(rows.reference, context.now, bookings.length);
  const drawer = payer === null ? undefined : await ownPeriod(tx, context, payer, rows.drawers ?? []);
  const noted = { by: payer, at: context.now, drawer };
  const facts = givenFacts(first.body);
  const made: MadeBooking[] = [];
  for (const [at, { body, field, isMailed }] of bookings.entries()) {
    const occupation = atPrice(decideOccupation(rows, wanted[at] as WantedTime), guest?.price ?? null);
    takePlace(places, body.date);
    const claimed = chooseUnit(occupation, [...(rows.claims[at] ?? []), ...made.flatMap(getClaims)], {
      now: context.now,
      reason: body.overbookedReason,
      mayOverbook: allowed(context, 'appointments.overbook'),
      isUntilNext: body.walkIn === true,
      field,
      heldBy: guest?.heldBy,
    });
    const number = numbers[at] ?? 0;
    const id = randomUUID();
    const list = rows.chargeList?.[0]?.charge_list ?? [];
    const price = occupiedColumns(claimed).price_paise;
    const money = moneyWith(body, { id, patientId, price, list, noted });
    const { inFirstDays } = places;
    const columns = makeColumns(body, context, {
      id,
      claimed,
      patientId,
      seriesId,
      number,
      money,
      guest,
      inFirstDays,
    });
    const changed = at === 0 && person ? changedFacts(person, facts) : [];
    made.push(makeBooking(columns, claimed, money, { changed, isMailed }));
  }
  const written = await withTokens(tx, context, made);
  writeBookings(writing, context, written, peopleAfter(person, patientId, made, facts));
  atCommit(tx, context, keepLastReference({ number: numbers.at(-1) ?? 0 }));
  return written.map(({ after }) => after);
}

interface MadeBooking extends WrittenBooking {
  readonly columns: NewBookingColumns;
  readonly claims: Claimed;
}

/** Lists the claims of a booking of the same transaction. */
function getClaims({ after, claims }: MadeBooking): SoughtClaim[] {
  return claims.claims.map((claim) => ({
    ...claim,
    id: after.id,
    appointment_id: after.id,
    expires_at: null,
    held_by: null,
  }));
}

function wantedBy(body: NewAppointment, context: BookingContext): WantedTime {
  return {
    ...body,
    doctor: body.doctor ?? null,
    claimsNothing: claimsNothing({ walk_in: body.walkIn ?? false }, context),
  };
}

function namedBy(body: NewAppointment) {
  return {
    person_name: body.personName,
    person_email: body.personEmail ?? null,
    person_contact: body.personContact || null,
  };
}

/**
 * Computes the numbers of new references: the current millisecond, or the next ones that the
 * business has not used.
 */
function numbersAfter([last]: readonly LastReference[], now: Date, count: number): number[] {
  const first = Math.max(now.getTime(), (last?.last_reference ?? 0) + 1);
  return Array.from({ length: count }, (_, at) => first + at);
}

interface Given {
  readonly id: string;
  readonly money: WrittenMoney;
  readonly claimed: Claimed;
  readonly patientId: string;
  readonly seriesId: string | null;
  readonly number: number;
  readonly guest: GuestBooking | undefined;
  readonly inFirstDays: boolean;
}

/**
 * Returns the columns of a new booking. Its copies of the service's values stay when the service
 * changes.
 */
function makeColumns(
  body: NewAppointment,
  { actor, businessType, now }: BookingContext,
  { id, claimed, patientId, seriesId, number, money, guest, inFirstDays }: Given,
): NewBookingColumns {
  const { occupation, overbookedReason } = claimed;
  const isWalkIn = body.walkIn ?? false;
  const doctor = body.doctor ?? occupation.candidates[0]?.name ?? null;
  return {
    id,
    reference: `booking_${number}`,
    ...namedBy(body),
    patient_id: patientId,
    doctor: businessType === 'doctor' ? doctor : null,
    appointment_date: body.date,
    appointment_time: body.time,
    ...moneyOf(
      money.payments.filter((row) => row.appointment_id === id),
      body.paymentMethod || null,
    ),
    charges_paise: money.charges?.reduce((sum, { paise }) => sum + paise, 0) ?? 0,
    payment_id: body.paymentId || null,
    ...occupiedColumns(claimed),
    ...keptColumns(occupation),
    overbooked_reason: overbookedReason,
    series_id: seriesId,
    walk_in: isWalkIn,
    source: guest ? 'online' : 'desk',
    guest_note: guest?.note ?? null,
    counts_in_plan: !inFirstDays,
    arrived_at: isWalkIn ? now : null,
    token: null,
    token_day: null,
    created_by: userIdOf(actor),
    created_at: now,
    updated_at: now,
  };
}

interface Paying {
  readonly id: string;
  readonly patientId: string;
  readonly price: number | null;
  /** The charges that the owner's list proposes. */
  readonly list: ChargeList;
  readonly noted: Noted;
}

/**
 * Returns the money that is taken when a booking is made. The part above its price becomes a charge or
 * an advance. @throws `payment.above_due` where neither is chosen
 */
function moneyWith(body: NewAppointment, { id, patientId, price, list, noted }: Paying): WrittenMoney {
  const { amount, paymentMethod, paymentId, above } = body;
  if (amount === null || amount === undefined) return { payments: [] };
  const taken = { method: paymentMethod || null, reference: paymentId || null };
  const more = price === null ? 0 : Math.max(0, amount - price);
  assertThat(more === 0 || above, 'payment.above_due');
  if (more === 0 || above?.as === 'charge') {
    const payments = [paymentOn({ appointment_id: id }, { ...taken, paise: amount }, noted)];
    if (more === 0 || above?.as !== 'charge') return { payments };
    return { payments, charges: [makeCharge({ ...above, appointmentId: id, paise: more }, list, noted)] };
  }
  const advance = paymentOn({ patient_id: patientId }, { ...taken, paise: more }, noted);
  if (amount === more) return { payments: [advance] };
  return {
    payments: [paymentOn({ appointment_id: id }, { ...taken, paise: amount - more }, noted), advance],
  };
}

function makeBooking(
  columns: NewBookingColumns,
  claimed: Claimed,
  money: WrittenMoney,
  { changed, isMailed = true }: { changed: readonly string[]; isMailed: boolean | undefined },
): MadeBooking {
  const { overbooked_reason: overbooked, series_id: series, walk_in: isWalkIn, source } = columns;
  return {
    before: null,
    after: makeRow(columns, claimed),
    columns,
    claims: claimed,
    money,
    action: 'appointment.created',
    detail: {
      ...(overbooked !== null && { overbooked: true }),
      ...(series !== null && { series }),
      ...(isWalkIn && { walkIn: true }),
      ...(source === 'online' && { online: true }),
      ...(changed.length > 0 && { changed }),
    },
    announced: 'created',
    isMailed,
  };
}

/** Returns the row of a new booking with the database's defaults. */
function makeRow({ created_by: _, ...columns }: NewBookingColumns, claimed: Claimed): AppointmentRow {
  return {
    ...(columns as Pick<AppointmentRow, keyof AppointmentRow & keyof NewBookingColumns>),
    ...untouched,
    resource_name: getReceived(claimed)?.name ?? null,
  };
}

const untouched = {
  status: 'scheduled',
  status_set_at: null,
  status_set_by: null,
  cancel_reason: null,
  cancelled_by: null,
  cancel_id: null,
  closing_id: null,
  currency: 'INR',
  discount_paise: 0,
  waived_paise: 0,
  allowed_paise: 0,
  // A booking of a locked day is refused.
  is_locked: false,
  is_fee_locked: false,
  kept_on: null,
  free_until: null,
  prescription_id: null,
  started_at: null,
  calls: 0,
  called_at: null,
  skipped_at: null,
  confirmed_at: null,
  own_change: null,
  link_version: 0,
  delay_min: 0,
  file_name: null,
  file_type: null,
  file_bytes: null,
  file_created_at: null,
} as const satisfies Omit<AppointmentRow, keyof NewBookingColumns | 'resource_name'>;

function peopleAfter(
  person: Person | undefined,
  id: string,
  made: readonly MadeBooking[],
  facts: Partial<PersonFacts>,
): PeopleAfter {
  let words: PersonWords | undefined = person;
  for (const { after } of made) words = personWith(words, after);
  if (!words) return {};
  if (!person) return { added: { ...words, ...noFacts, ...facts, id, language: null } };
  return { changed: personChanges(person, { ...words, ...facts }) };
}

/**
 * Checks that a clinic's appointment names its doctor, or the resource that is one, and that a
 * turf's booking does not.
 */
export function assertDoctor(
  body: Pick<NewAppointment, 'doctor' | 'resourceId'>,
  { businessType }: TenantContext,
): void {
  if (businessType === 'doctor' && !body.doctor && !body.resourceId)
    throw new AppError('request.invalid', { fields: { doctor: 'Please enter a doctor name' } });
  if (businessType === 'turf' && body.doctor)
    throw new AppError('request.invalid', { fields: { doctor: 'This field is not known here' } });
}
