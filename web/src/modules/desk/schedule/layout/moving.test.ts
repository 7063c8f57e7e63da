import { describe, expect, it } from 'vitest';
import { buildResource, buildScheduled, buildService } from '../../../../../test/builders.ts';
import { dayColumns } from './columns.ts';
import { getPlaces } from './places.ts';
import {
  isMoved,
  keyedTarget,
  lengthened,
  makeMove,
  shifted,
  slotStarts,
  startMoving,
  findStep,
} from './moving.ts';

const day = '2026-11-21';
const places = getPlaces([buildResource('asha', 'Dr. Asha'), buildResource('ravi', 'Dr. Ravi')]);
const columns = dayColumns(day, { places, chosen: undefined, none: 'No doctor', bookings: [] });
const booking = {
  ...buildScheduled({ personName: 'Meera', doctor: null, date: day, time: '10:20', status: 'scheduled' }),
  resourceId: 'asha',
  duration: 40,
};
const start = startMoving(booking, 0, day);
const grid = { step: 30, columns: 2 };
const key = (name: string, with_: object = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  ...with_,
});

describe('a drag', () => {
  it('moves by steps from where the booking was, into the column below the pointer, and stays in the day [P-6.58]', () => {
    expect(shifted(start, { column: 1, minutes: 44, step: 30 })).toEqual({
      column: 1,
      from: 650,
      duration: 40,
    });
    expect(shifted(start, { column: 0, minutes: -5000, step: 30 }).from).toBe(0);
    expect(isMoved({ ...start, ...shifted(start, { column: 0, minutes: 14, step: 30 }) })).toBe(false);
  });

  it('of the lower edge changes how long it lasts, at least a quarter of an hour [P-6.58]', () => {
    expect(lengthened(start, 22).duration).toBe(55);
    expect(lengthened(start, -500).duration).toBe(15);
    expect(lengthened(start, 5000).duration).toBe(720);
  });
});

describe('a key', () => {
  it('with Ctrl or Alt moves by the step and between columns, with Shift it lengthens [P-6.60]', () => {
    expect(keyedTarget(start, key('ArrowDown', { ctrlKey: true }), grid)).toEqual({
      column: 0,
      from: 650,
      duration: 40,
    });
    expect(keyedTarget(start, key('ArrowRight', { altKey: true }), grid)).toEqual({
      column: 1,
      from: 620,
      duration: 40,
    });
    expect(keyedTarget({ ...start, column: 1 }, key('ArrowRight', { ctrlKey: true }), grid)?.column).toBe(1);
    expect(keyedTarget(start, key('ArrowUp', { shiftKey: true }), grid)?.duration).toBe(25);
  });

  it('alone moves nothing', () => {
    expect(keyedTarget(start, key('ArrowDown'), grid)).toBeUndefined();
    expect(keyedTarget(start, key('ArrowRight', { shiftKey: true }), grid)).toBeUndefined();
    expect(keyedTarget(start, key('Enter', { ctrlKey: true }), grid)).toBeUndefined();
  });
});

it('asks for the time and the doctor of its column', () => {
  expect(makeMove({ ...start, column: 1, from: 605 }, columns, places)).toEqual({
    date: day,
    time: '10:05',
    duration: 40,
    resourceId: 'ravi',
  });
});

it('moves by the starts of its service', () => {
  const services = [
    buildService({ duration: 90, grid: null }),
    buildService({ name: 'Scaling', duration: 45, grid: 20 }),
  ];
  expect(findStep({ ...booking, serviceName: 'Scaling' }, services)).toBe(20);
  expect(findStep({ ...booking, serviceName: 'A former one' }, services)).toBe(60);
  expect(findStep(booking, [])).toBe(15);
});

it('leaves no empty place below a booking that covers all of it', () => {
  expect(slotStarts({ from: 600, to: 720 }, [{ from: 620, to: 690 }], 30)).toEqual([600, 660 + 30]);
});
