import type { Lateness, LateDoctor, LatePerson } from '@samay/contract/bookings/lateness';
import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { isoOf } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { RowsOf } from '../../../db/read-in-one-message.ts';
import { announceChange, inTenant } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';
import { writeBookingEvent } from '../../../outbox/index.ts';
import { audit } from '../../audit/index.ts';
import { type Sitting, sittingAt } from '../../availability/index.ts';
import { readShown } from '../../visibility/index.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { startOf } from '../rows/start-of.ts';
import { readBusiness, readWords } from '../whatsapp-messages/queries.ts';
import { composeText, numberOf } from '../whatsapp-messages/texts.ts';
import { presentWhatsAppMessage } from '../whatsapp-messages/present.ts';
import {
  type DoctorsDayRow,
  listAwaited,
  listAwaitedIds,
  listLanguagesOf,
  listLateNotices,
  listToldLate,
  lockDoctor,
  readDoctorsDays,
  writeLateness,
} from './lateness-queries.ts';

interface Input {
  readonly params: { readonly id: string };
}

const minuteMs = 60_000;
/** The time after a late doctor begins for which people are told: it is made up for by the evening. */
const feltMs = 180 * minuteMs;
/** The time after which a person who has not come is missing, once visits have begun. */
const missingMs = 10 * minuteMs;

/** Returns by how much a doctor is late, and the people who have not come yet with the message to them. */
export async function getLateness(
  context: TenantContext,
  { params: { id: resourceId } }: Input,
): Promise<LateDoctor> {
  const sitting = { ...sittingAt(context.now), now: context.now };
  const { day, from, to } = sitting;
  const { rows } = await readShown(context, (view) => ({
    doctors: readDoctorsDays(sitting),
    awaited: listAwaited(view, { day, from, to, resourceId }),
    ...readingMessages(sitting, resourceId),
  }));
  const doctor = orNotFound(rows.doctors.find((row) => row.resource_id === resourceId));
  const until = doctor.late_until;
  const isTold = (row: AppointmentRow, { after, before }: { after: Date; before: Date }) =>
    startOf(row) < before && startOf(row).getTime() + row.delay_min * minuteMs > after.getTime();
  const people =
    until === null
      ? []
      : rows.awaited
          .filter((row) => isTold(row, getTold(doctor, until, context.now)))
          .map((row) => presentPerson(row, rows, until, context));
  return { ...presentLateness(doctor), from: isoOf(countsFrom(doctor, context.now)), people };
}

const readingMessages = (
  { day, from, to, since, now }: Sitting & { readonly now: Date },
  resourceId: string,
) => ({
  business: readBusiness({}),
  words: readWords({}),
  languages: listLanguagesOf({ day, from, to, resourceId }),
  told: listToldLate({ day, from, to, since, resourceId }),
  notices: listLateNotices({ day, from, to, resourceId, now }),
});
type MessageRows = RowsOf<ReturnType<typeof readingMessages>>;

function presentPerson(
  row: AppointmentRow,
  rows: MessageRows,
  until: Date,
  context: TenantContext,
): LatePerson {
  const told = rows.told.find(({ booking_id: id }) => id === row.id);
  const number = context.caller.tenant?.suspended ? null : numberOf(row);
  const own = rows.languages.find(({ booking_id: id }) => id === row.id)?.language;
  const language: Language = own ?? rows.business[0]?.language ?? 'en';
  const texts = { ...rows, refunded: [], late: [{ until }] };
  return {
    id: row.id,
    personName: row.person_name,
    message:
      number === null ? null : { number, text: composeText({ kind: 'late', language }, row, texts, context) },
    told: told ? presentWhatsAppMessage(told, context) : null,
    notice: rows.notices.find(({ booking_id: id }) => id === row.id)?.state ?? null,
  };
}

/**
 * Says that a doctor begins some minutes late. Said again it takes the place of what was said before, and
 * it is over once a visit begins (decision 0154).
 * @throws `lateness.over` where that time is past
 */
export async function setLateness(
  context: TenantContext,
  { params, body: { minutes } }: Input & { readonly body: { readonly minutes: number } },
): Promise<Lateness> {
  return change(context, params.id, (doctor) => {
    const until = new Date(countsFrom(doctor, context.now).getTime() + minutes * minuteMs);
    assertThat(until > context.now, 'lateness.over');
    return { minutes, until, at: context.now };
  });
}

/** Says that a doctor is not late any more. */
export async function endLateness(context: TenantContext, { params }: Input): Promise<Lateness> {
  return change(context, params.id, () => ({ minutes: null, until: null, at: null }));
}

interface Said {
  readonly minutes: number | null;
  readonly until: Date | null;
  readonly at: Date | null;
}

async function change(
  context: TenantContext,
  resourceId: string,
  decide: (doctor: DoctorsDayRow) => Said,
): Promise<Lateness> {
  const { now } = context;
  const sitting = sittingAt(now);
  const { day, from, to } = sitting;
  return inTenant(context, async (tx) => {
    const { locked, doctors } = await runTogether(tx, context, {
      locked: lockDoctor({ resourceId }),
      doctors: readDoctorsDays({ ...sitting, now }),
    });
    orNotFound(locked[0]);
    const doctor = orNotFound(doctors.find((row) => row.resource_id === resourceId));
    const said = decide(doctor);
    await run(tx, context, writeLateness({ resourceId, ...said }));
    const { minutes, until } = said;
    if (until !== null) {
      const told = getTold(doctor, until, now);
      const awaited = await run(tx, context, listAwaitedIds({ resourceId, day, from, to, ...told }));
      for (const { id: appointmentId } of awaited)
        writeBookingEvent(tx, context, { appointmentId, change: 'doctor_late', until: isoOf(until) });
    }
    await audit(tx, context, minutes === null ? 'resource.on_time' : 'resource.late', resourceId, {
      ...(minutes !== null && { delay: minutes }),
    });
    announceChange(tx, context, 'availability', resourceId);
    return { minutes, until: until && isoOf(until) };
  });
}

/** Returns between which times people are told that their doctor begins no visit before an instant. */
function getTold(
  { has_begun: hasBegun }: DoctorsDayRow,
  until: Date,
  now: Date,
): { readonly after: Date; readonly before: Date } {
  const after = hasBegun ? new Date(now.getTime() - missingMs) : new Date(0);
  return { after, before: new Date(until.getTime() + feltMs) };
}

function presentLateness({ late_min: minutes, late_until: until }: DoctorsDayRow): Lateness {
  return { minutes, until: until && isoOf(until) };
}

/**
 * Returns the instant from which minutes count: the first time that is still to be seen; where a visit of
 * the day has begun it is not before now, and with nobody to see it is now.
 */
function countsFrom({ has_begun: hasBegun, first_at: first }: DoctorsDayRow, now: Date): Date {
  if (first === null) return now;
  return hasBegun && first < now ? now : first;
}
