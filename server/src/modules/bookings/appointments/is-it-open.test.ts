import { listResources } from '@samay/contract/availability/resources';
import { addHourException, setResourceHours } from '@samay/contract/availability/hours';
import { listSlots } from '@samay/contract/availability/slots';
import { warnAppointment } from '@samay/contract/bookings/booking-warnings';
import { previewSeries } from '@samay/contract/bookings/series';
import { isoWeekdayOf } from '@samay/contract/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildClaimed, buildResource } from '../../../../test/fixtures/availability.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Compares free starts, the dates of a series and the warnings of the form, for the ground of a
// turf with two halves and for nets with hours of their own.

type Court = 'ground' | 'left' | 'right' | 'nets';

let app: TestApp;
let desk: Client;
const courts = {} as Record<Court, string>;

beforeAll(async () => {
  app = await testApp();
  const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
  await asPlatform(app, (tx) =>
    tx
      .updateTable('services')
      .set({ grid_min: 30, buffer_after_min: 10 })
      .where('tenant_id', '=', turf.id)
      .execute(),
  );
  desk = await signInAs(app, turf, 'BUSINESS_OWNER');
  courts.ground = (await desk.call(listResources)).body.items[0]?.id ?? '';
  courts.left = await buildResource(app, turf, { name: 'Left', whole_id: courts.ground, position: 1 });
  courts.right = await buildResource(app, turf, { name: 'Right', whole_id: courts.ground, position: 2 });
  courts.nets = await buildResource(app, turf, { name: 'Nets', position: 3 });
  const hours = [4, 5].map((weekday) => ({ weekday, opens: '18:00', closes: '02:00' }));
  await desk.call(setResourceHours, { params: { id: courts.nets }, body: { hours } });
  for (const [kind, court, date, reason] of [
    ['closure', courts.left, '2026-12-07', 'Rain'],
    ['closure', courts.ground, '2026-12-08', 'Roller'],
    ['closure', null, '2026-12-09', 'Fair'],
    ['extra_hours', null, '2026-12-13', 'Cup'],
  ] as const) {
    const [from, to] = [
      { date, time: '10:00' },
      { date, time: '12:00' },
    ];
    await desk.call(addHourException, { body: { kind, resourceId: court, from, to, reason } });
  }
  await buildClaimed(app, turf, { resourceId: courts.left, date: '2026-12-14', time: '10:00' });
  await buildClaimed(app, turf, { resourceId: courts.nets, date: '2026-12-17', time: '20:00' });
});
afterAll(() => app.close());

const taken = 'There is already a booking at this time.';
const closed = (reason: string) => `This time is closed: ${reason}.`;
const outside = (time: string) => `${time} is outside the opening hours.`;
const partly = (span: string) => `${span} is partly outside the opening hours.`;

it.each<[at: string, court: Court | 'any', minutes: number, state: string, warning?: string]>([
  ['2026-12-07 09:00', 'ground', 60, 'free'],
  ['2026-12-07 09:30', 'ground', 60, 'closed', closed('Rain')],
  ['2026-12-07 09:30', 'ground', 30, 'free'],
  ['2026-12-07 11:30', 'ground', 60, 'closed', closed('Rain')],
  ['2026-12-07 12:00', 'ground', 60, 'free'],
  ['2026-12-07 10:00', 'left', 60, 'closed', closed('Rain')],
  ['2026-12-07 10:00', 'right', 60, 'free'],
  ['2026-12-07 10:00', 'any', 60, 'closed', closed('Rain')],
  ['2026-12-08 10:00', 'right', 60, 'closed', closed('Roller')],
  ['2026-12-09 09:30', 'left', 60, 'closed', closed('Fair')],
  ['2026-12-10 17:00', 'ground', 60, 'free'],
  ['2026-12-10 17:00', 'ground', 90, 'closed', partly('5:00 pm to 6:30 pm')],
  ['2026-12-10 17:30', 'left', 60, 'closed', partly('5:30 pm to 6:30 pm')],
  ['2026-12-10 18:00', 'ground', 60, 'closed', outside('6:00 pm')],
  ['2026-12-10 18:00', 'any', 60, 'free'],
  ['2026-12-10 01:00', 'nets', 60, 'closed', outside('1:00 am')],
  ['2026-12-11 01:00', 'nets', 60, 'free'],
  ['2026-12-11 01:30', 'nets', 60, 'closed', partly('1:30 am to 2:30 am')],
  ['2026-12-12 00:30', 'nets', 60, 'free'],
  ['2026-12-13 00:30', 'nets', 60, 'closed', 'Sunday is not a working day.'],
  ['2026-12-13 10:00', 'ground', 60, 'free'],
  ['2026-12-13 11:30', 'ground', 60, 'closed', partly('11:30 am to 12:30 pm')],
  ['2026-12-13 12:00', 'ground', 60, 'closed', 'Sunday is not a working day.'],
  ['2026-12-14 10:00', 'ground', 60, 'taken', taken],
  ['2026-12-14 09:00', 'ground', 60, 'taken', taken],
  ['2026-12-14 09:00', 'ground', 45, 'free'],
  ['2026-12-14 10:00', 'right', 60, 'free'],
  ['2026-12-17 10:00', 'any', 60, 'free'],
  ['2026-12-17 19:00', 'nets', 60, 'taken', taken],
  ['2026-12-17 20:00', 'any', 60, 'closed', outside('8:00 pm')],
])('%s, %s for %i minutes: %s [P-6.47]', async (at, court, duration, state, warning) => {
  const [date, time] = [at.slice(0, 10), at.slice(11)];
  const ofCourt = court === 'any' ? {} : { resource: courts[court] };
  const warned = await desk.call(warnAppointment, { query: { date, time, duration, ...ofCourt } });
  const offered = await desk.call(listSlots, { query: { from: date, to: date, duration, ...ofCourt } });
  const repeat = { everyWeeks: 1, weekdays: [isoWeekdayOf(date)], until: date, count: null };
  const body = { date, time, duration, repeat, resourceId: ofCourt.resource };
  const preview = await desk.call(previewSeries, { body });
  const isOffered = offered.body.resources.some(
    ({ resourceId, days }) =>
      (court !== 'any' || resourceId === courts.ground || resourceId === courts.nets) &&
      days.some((day) => day.times.includes(time)),
  );
  expect({
    warnings: warned.body.warnings,
    preview: preview.body.occurrences[0]?.state,
    isOffered,
  }).toEqual({
    warnings: warning === undefined ? [] : [warning],
    preview: state,
    isOffered: state === 'free',
  });
});
