import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findFaketime } from '../faketime.mjs';

const dayMs = 86_400_000;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/**
 * The clocks of `npm test -- --clocks`, by name: instants at which programs often err, as a
 * function of the present one. Days and hours are India's.
 */
export const clocks = {
  tomorrow: (now) => new Date(now.getTime() + dayMs),
  'before-midnight': (now) => inIndia(dayInIndia(now), '23:50'),
  'after-midnight': (now) => inIndia(dayInIndia(new Date(now.getTime() + dayMs)), '00:10'),
  'february-28': (now) => inIndia(`${nextLeapYear(now)}-02-28`, '12:00'),
  'february-29': (now) => inIndia(`${nextLeapYear(now)}-02-29`, '12:00'),
  'december-31': (now) => inIndia(`${dayInIndia(now).slice(0, 4)}-12-31`, '12:00'),
};

/**
 * The clocks of its journeys: every day of the week while people work, the end of a week around
 * midnight, when most businesses are closed and tomorrow often too, and the end of a year.
 */
export const journeyClocks = {
  ...Object.fromEntries(weekdays.map((weekday) => [weekday, (now) => inIndia(next(weekday, now), '10:00')])),
  ...Object.fromEntries(
    ['saturday', 'sunday'].flatMap((weekday) => [
      [`${weekday}-after-midnight`, (now) => inIndia(next(weekday, now), '00:10')],
      [`${weekday}-before-midnight`, (now) => inIndia(next(weekday, now), '23:50')],
    ]),
  ),
  'december-31': clocks['december-31'],
};

/**
 * Returns as `env` the variables that give a process and its children a clock that reads `at(now)`
 * now and continues from there, by Debian's faketime; `skip` is the reason why it cannot. Timers
 * keep to the true clock, and so do the times of files. The library's fix for the waits of older C
 * libraries is off: in the present ones it lets each thread of a browser that waits use a processor.
 */
export async function clockOrReason(at) {
  const { library, reason } = await findFaketime();
  if (!library) return { skip: `NOT RUN: other clocks. ${reason}` };
  removeLeftovers('/dev/shm');
  const now = new Date();
  const seconds = Math.round((at(now).getTime() - now.getTime()) / 1000);
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
    },
  };
}

/**
 * Removes the shared memory of ended processes: where one was killed, the library would refuse a
 * process of another user that has the same number later.
 */
export function removeLeftovers(folder) {
  for (const name of readdirSync(folder)) {
    const pid = /^(?:sem\.)?faketime_(?:sem|shm)_(\d+)$/.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { force: true });
  }
}

function dayInIndia(instant) {
  return new Date(instant.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
}

/** Returns the first such weekday after today. */
function next(weekday, now) {
  const days = [1, 2, 3, 4, 5, 6, 7].map((ahead) => dayInIndia(new Date(now.getTime() + ahead * dayMs)));
  return days.find((day) => weekdays[new Date(day).getUTCDay()] === weekday);
}

function inIndia(day, time) {
  return new Date(`${day}T${time}:00+05:30`);
}

function nextLeapYear(now) {
  return Math.floor(now.getUTCFullYear() / 4) * 4 + 4;
}
