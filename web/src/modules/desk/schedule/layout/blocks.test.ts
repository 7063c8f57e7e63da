import type { Claimed, Schedule, ScheduledBooking } from '@samay/contract/desk/schedule';
import { describe, expect, it } from 'vitest';
import { buildResource, buildScheduled } from '../../../../../test/builders.ts';
import { layOutBlocks, findBuffers } from './blocks.ts';
import { dayColumns, resourceIn, weekColumns } from './columns.ts';
import { getEvents } from './events.ts';
import { chosenPlace, getPlaces } from './places.ts';

const day = '2026-11-21';
const halves = ['a', 'b'].map((id) => ({ id, name: `Half ${id}`, archivedAt: null }));
const resources = [
  buildResource('ground', 'Ground', { kind: 'court', parts: halves }),
  buildResource('nets', 'Nets', { kind: 'court' }),
  buildResource('old', 'Old nets', { kind: 'court', archivedAt: '2026-11-01T00:00:00.000Z' }),
];
const places = getPlaces(resources);

function booking(id: string, time: string, with_: Partial<ScheduledBooking> = {}): ScheduledBooking {
  return {
    ...buildScheduled({ personName: id, doctor: null, date: day, time, status: 'scheduled' }),
    id,
    duration: 60,
    ...with_,
  };
}

function schedule(bookings: ScheduledBooking[], claims: Claimed[] = []): Schedule {
  return { bookings, claims, counts: [], openingHours: { slots: [], days: [] } };
}

function layOut(bookings: ScheduledBooking[], chosen?: string) {
  const place = places.find(({ id }) => id === chosen);
  return dayColumns(day, { places, chosen: place, none: 'No court', bookings });
}

const titles = (columns: ReturnType<typeof layOut>) => columns.map(({ title }) => title);

describe('the columns of a day', () => {
  it('are the parts of a court, named with it where there are several, and the courts without any, and only those of a chosen court [P-6.45, P-6.54]', () => {
    expect(titles(layOut([]))).toEqual(['Half a (Ground)', 'Half b (Ground)', 'Nets']);
    expect(titles(layOut([], 'ground'))).toEqual(['Half a (Ground)', 'Half b (Ground)']);
    expect(titles(layOut([], 'b'))).toEqual(['Half b (Ground)']);
  });

  it('have one more for what is archived or occupies nothing, where that is booked [P-6.54]', () => {
    const booked = [booking('Past', '09:00', { resourceId: 'old' }), booking('Walk-in', '09:00')];
    expect(titles(layOut(booked))).toEqual([
      'Half a (Ground)',
      'Half b (Ground)',
      'Nets',
      'Old nets',
      'No court',
    ]);
  });

  it('are one where nothing is known', () => {
    expect(dayColumns(day, { places: [], chosen: undefined, none: 'No court', bookings: [] })).toMatchObject([
      { of: 'all' },
    ]);
  });
});

it('a clinic’s walk-in occupies no time: it is counted above its doctor’s column, and a turf’s is a block [P-8.12]', () => {
  const clinic = getPlaces([buildResource('rao', 'Dr. Rao')]);
  const walkIn = (id: string, resourceId: string | null) =>
    booking(id, '10:07', { walkIn: true, doctor: 'Dr. Rao', resourceId });
  const bookings = [
    walkIn('one', 'rao'),
    walkIn('two', 'rao'),
    walkIn('three', null),
    booking('booked', '10:00', { doctor: 'Dr. Rao', resourceId: 'rao' }),
  ];
  const columns = dayColumns(day, { places: clinic, chosen: undefined, none: 'No doctor', bookings });
  expect(columns.map(({ title, walkIns }) => [title, walkIns])).toEqual([
    ['Dr. Rao', 2],
    ['No doctor', 1],
  ]);
  expect(
    layOutBlocks(columns, schedule(bookings), clinic).map((blocks) =>
      blocks.map(({ key, lanes }) => [key, lanes]),
    ),
  ).toEqual([[['booked', 1]], []]);
  const onTurf = [booking('now', '10:07', { walkIn: true, resourceId: 'nets' })];
  expect(layOutBlocks(layOut(onTurf), schedule(onTurf), places).map((blocks) => blocks.length)).toEqual([
    0, 0, 1,
  ]);
});

describe('the blocks', () => {
  it('of a whole court cover its parts as one, unless another is next to it [P-6.54]', () => {
    const whole = booking('Whole', '18:00', { resourceId: 'ground' });
    const columns = layOut([]);
    const wide = layOutBlocks(columns, schedule([whole]), places);
    expect(wide.map((blocks) => blocks.map(({ columns: count }) => count))).toEqual([[2], [], []]);
    const over = booking('Over', '18:30', { resourceId: 'b' });
    const split = layOutBlocks(columns, schedule([whole, over]), places);
    expect(split.map((blocks) => blocks.map(({ key, lane, lanes }) => [key, lane, lanes]))).toEqual([
      [['Whole', 0, 1]],
      [
        ['Whole', 0, 2],
        ['Over', 1, 2],
      ],
      [],
    ]);
  });

  it('are as long as they last, and pass midnight into the next day of a week [P-6.55]', () => {
    const late = booking('Late', '23:30', { resourceId: 'nets', duration: 90 });
    const nets = places.find(({ id }) => id === 'nets');
    const laid = layOutBlocks(weekColumns({ from: day, to: '2026-11-22' }, nets), schedule([late]), places);
    expect(laid.map((blocks) => blocks.map(({ from, to }) => [from, to]))).toEqual([
      [[1410, 1440]],
      [[0, 60]],
    ]);
  });

  it('next to each other are no wider than needed: a later one has the whole width again', () => {
    const booked = [
      booking('First', '09:00', { resourceId: 'nets' }),
      booking('Second', '09:30', { resourceId: 'nets' }),
      booking('Third', '10:30', { resourceId: 'nets' }),
    ];
    const [, , blocks = []] = layOutBlocks(layOut(booked), schedule(booked), places);
    expect(blocks.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ]);
  });

  it('have what is beyond the plan without a name, and what began the evening before [P-6.55]', () => {
    const claims = [
      claim('a', null, ['2026-11-21 18:00', '2026-11-21 19:00']),
      claim('nets', 'x', ['2026-11-20 23:00', '2026-11-21 00:30']),
    ];
    const [a = [], , nets = []] = layOutBlocks(layOut([]), schedule([], claims), places);
    expect(a).toMatchObject([{ booking: null, bookingId: null, from: 1080, to: 1140 }]);
    expect(nets).toMatchObject([{ booking: null, bookingId: 'x', from: 0, to: 30 }]);
  });
});

it('are surrounded by their buffers, once for all the units of a court [P-6.56]', () => {
  const whole = booking('Whole', '18:00', { resourceId: 'ground' });
  const claims = ['a', 'b'].map((unit) => claim(unit, 'Whole', ['2026-11-21 17:50', '2026-11-21 19:15']));
  const [column] = weekColumns({ from: day, to: day }, places[0]);
  expect(column && findBuffers(column, schedule([whole], claims))).toEqual([
    { from: 1070, to: 1080 },
    { from: 1140, to: 1155 },
  ]);
});

describe('a week shows', () => {
  const doctors = getPlaces([
    buildResource('asha', 'Dr. Asha'),
    buildResource('ravi', 'Dr. Ravi', { isOwn: true }),
  ]);

  it("the caller's own doctor, else the first; another or all where that is chosen [P-6.54]", () => {
    expect(chosenPlace(doctors, undefined, true)?.id).toBe('ravi');
    expect(chosenPlace(places, undefined, true)?.id).toBe('ground');
    expect([chosenPlace(doctors, 'asha', true)?.id, chosenPlace(doctors, 'all', true)]).toEqual([
      'asha',
      undefined,
    ]);
  });

  it('all where there is only one, and so does a day', () => {
    expect(chosenPlace(doctors.slice(1), undefined, true)).toBeUndefined();
    expect(chosenPlace(doctors, undefined, false)).toBeUndefined();
  });
});

it('put into another column occupies what that stands for: a whole court stays a whole court', () => {
  const [a, , nets] = layOut([]);
  if (!a || !nets) throw new Error('no columns');
  expect(resourceIn(a, { resourceId: 'ground' }, places)).toBe('ground');
  expect(resourceIn(a, { resourceId: 'nets' }, places)).toBe('a');
  expect(resourceIn(nets, { resourceId: 'ground' }, places)).toBe('nets');
  expect(resourceIn(nets, { resourceId: null }, places)).toBe('nets');
});

it('are events of a month in the colour of their status, and never past midnight', () => {
  const [first, last] = getEvents([
    booking('Meera', '09:45', { status: 'no_show' }),
    booking('Late', '23:45'),
  ]);
  expect(first).toMatchObject({
    start: `${day} 09:45:00`,
    end: `${day} 10:45:00`,
    color: 'marigold',
    title: 'Meera',
  });
  expect(last).toMatchObject({ end: `${day} 23:59:59` });
});

function claim(resourceId: string, bookingId: string | null, [from, to]: [string, string]): Claimed {
  const at = (text: string) => ({ date: text.slice(0, 10), time: text.slice(11) });
  return { resourceId, bookingId, from: at(from), to: at(to) };
}
