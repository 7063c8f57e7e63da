import { describe, expect, it } from 'vitest';
import { cursorPart, Cursors, makePage, readCursor } from './cursor.ts';

const id = '0b5c1a52-9f3e-4c1d-8a77-3f1f5f0c9e21';
const byTime = new Cursors({ date: cursorPart.date, time: cursorPart.time, id: cursorPart.id });

describe('a cursor', () => {
  it('is the values by which its list is sorted, and reads as what was written', () => {
    const key = { date: '2026-11-24', time: '12:00:00', id };
    expect(byTime.write(key)).toBe(`2026-11-24_12:00:00_${id}`);
    expect(byTime.read(byTime.write(key))).toEqual(key);
    expect(readCursor(`1764000000000001_${id}`)).toEqual({ micros: 1764000000000001, id });
  });

  it('is left out at the beginning of a list', () => {
    expect([byTime.read(undefined), readCursor(undefined)]).toEqual([undefined, undefined]);
  });

  it.each([
    '',
    'nonsense',
    `2026-11-24_12:00:00`,
    `2026-11-24_12:00:00_${id}_more`,
    `2026-02-30_12:00:00_${id}`,
    `2026-11-24_25:00:00_${id}`,
    `2026-11-24_12:00:00_${id.toUpperCase()}`,
    `__proto___12:00:00_${id}`,
  ])('is refused as %j [T-1.8]', (text) => {
    expect(() => byTime.read(text)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
  });

  it.each([`9999999999999999_${id}`, `-1_${id}`, `1e3_${id}`, `1.5_${id}`])(
    'of an instant is refused as %j',
    (text) => {
      expect(() => readCursor(text)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
    },
  );
});

it('makes a page, with a cursor only where one row more was found', () => {
  const rows = [1, 2, 3].map((micros) => ({ micros, id }));
  const present = ({ micros }: { micros: number }) => micros;
  expect(makePage(rows, 2, present)).toEqual({ items: [1, 2], next: `2_${id}` });
  expect(makePage(rows, 3, present)).toEqual({ items: [1, 2, 3], next: null });
  expect(makePage([], 3, present)).toEqual({ items: [], next: null });
});
