import type { warnAppointment as endpoint } from '@samay/contract/bookings/booking-warnings';
import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import {
  makeBusinessDays,
  findCandidates,
  closedWarnings,
  durationIn,
  readDays,
  readSought,
  toSought,
  findState,
} from '../../availability/index.ts';
import { isPlanFull, countLastPlaces, usageOn } from '../../tenancy/index.ts';
import { findTaken } from '../rows/queries.ts';

interface Input {
  readonly query: QueryOf<typeof endpoint>;
}

type Warnings = ReplyOf<typeof endpoint>;

/**
 * Returns warnings about a date and time, as sentences for the form field. A warning does not
 * prevent the booking, unless the time is taken. A full plan does, and is reported for a new
 * booking. Throws `not_found` for an unknown service.
 */
export async function warnAppointment(context: TenantContext, { query }: Input): Promise<Warnings> {
  const { date, time, except, resource, size, service, duration } = query;
  const { now, businessType } = context;
  const doctor = businessType === 'doctor' ? query.doctor : undefined;
  const wanted = { date, time, resourceId: resource, size, serviceId: service, doctor: doctor ?? null };
  const asked = { service: service ?? null, resource: null, except: except ?? null, now };
  const read = await readInOneMessage(context, {
    ...readSought(toSought([wanted])),
    days: readDays({ ...asked, from: date, to: date }),
    sameStart: findTaken({ date, time, except, doctor }),
    usage: except === undefined ? usageOn(indiaDate(now), date) : undefined,
  });
  const resources = findCandidates(read, wanted).map(({ id, whole_id: wholeId, name }) => ({
    id,
    wholeId,
    name,
  }));
  const days = makeBusinessDays(read.days, query);
  const { isTaken, closed } = findState(days, query, resources);
  const whose = query.doctor ?? (businessType === 'doctor' ? resources[0]?.name : undefined);
  const claimsNothing = query.walkIn === 'yes' && businessType === 'doctor';
  const warnings = [
    isPast(date, time, now) && 'This time has already passed.',
    ...(closed ? closedWarnings(days, closed, { date, time, duration: durationIn(days, duration) }) : []),
    // Compares starts where nothing is claimed: a doctor who is only a text is taken by bookings of
    // that very start.
    !claimsNothing &&
      (resources.length > 0 ? isTaken : read.sameStart.length > 0) &&
      takenWarning(whose, wording[businessType].booking),
  ];
  const isFull = read.usage !== undefined && isPlanFull(read.usage);
  const left = read.usage && countLastPlaces(read.usage);
  return {
    warnings: warnings.filter((warning) => typeof warning === 'string'),
    ...(isFull && { isFull }),
    ...(left !== undefined && { left }),
  };
}

function takenWarning(whose: string | undefined, booking: string): string {
  return whose
    ? `${whose} already has ${withArticle(booking)} at this time.`
    : `There is already a ${booking} at this time.`;
}

function isPast(date: string, time: string, now: Date): boolean {
  return `${date} ${time}` < `${indiaDate(now)} ${indiaTime(now)}`;
}

function withArticle(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}
