import { isOpenAt } from '@samay/contract/opening-hours';
import { formatTime, indiaDate, indiaTime, weekdayOf } from '@samay/contract/time';
import { wording } from '@samay/contract/wording';
import { readInTenant } from '../../db/tenant.ts';
import type { TenantContext } from '../../http/context.ts';
import { findOpeningHours, isTaken } from './queries.ts';

interface Input {
  readonly query: {
    readonly date: string;
    readonly time: string;
    readonly doctor?: string | undefined;
    readonly except?: string | undefined;
  };
}

/** What is unusual about a time, in sentences for beside the field. None of it stops a booking (decisions, "Bookings"). */
export async function warnAppointment(context: TenantContext, { query }: Input): Promise<{ warnings: string[] }> {
  const { date, time, doctor, except } = query;
  const word = wording[context.businessType];
  return readInTenant(context, async (tx) => {
    const hours = await findOpeningHours(tx);
    const taken = await isTaken(tx, { date, time, except, doctor: context.businessType === 'doctor' ? doctor : undefined });
    const warnings = [
      isPast(date, time, context.now) && 'This time has already passed.',
      hours &&
        hours.operating_days.length > 0 &&
        !hours.operating_days.includes(weekdayOf(date)) &&
        `${weekdayOf(date)} is not a working day.`,
      hours && !isOpenAt(hours.time_slots, time) && `${formatTime(time)} is outside the opening hours.`,
      taken &&
        (doctor ? `${doctor} already has ${articleOf(word.booking)} at this time.` : `There is already a ${word.booking} at this time.`),
    ];
    return { warnings: warnings.filter((warning) => typeof warning === 'string') };
  });
}

function isPast(date: string, time: string, now: Date): boolean {
  return `${date} ${time}` < `${indiaDate(now)} ${indiaTime(now)}`;
}

function articleOf(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}
