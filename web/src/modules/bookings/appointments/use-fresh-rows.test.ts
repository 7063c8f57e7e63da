import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { arrivedAmong, useFreshRows } from './use-fresh-rows.ts';

describe('rows that have just arrived', () => {
  it.each([
    [['new', 'a', 'b'], ['a', 'b'], ['new']],
    [['a', 'new', 'b'], ['a', 'b'], ['new']],
    [['a', 'b', 'moved up'], ['a', 'b', 'gone'], []],
    [['first'], [], ['first']],
    [['a'], ['a', 'b'], []],
  ])('%o after %o: %o', (ids, known, arrived) => {
    expect(arrivedAmong(ids, new Set(known))).toEqual(arrived);
  });
});

interface Shown {
  ids: string[];
  list?: string;
  own?: string;
}

function show(initialProps: Shown) {
  return renderHook(({ ids, list = 'all, 1 page', own }: Shown) => useFreshRows(ids, list, own), {
    initialProps,
  });
}

afterEach(() => vi.useRealTimers());

it('glows for a live row, not for another list or another page', () => {
  const { result, rerender } = show({ ids: ['a', 'b'] });
  expect(result.current.size).toBe(0);
  rerender({ ids: ['new', 'a', 'b'] });
  expect([...result.current]).toEqual(['new']);
  rerender({ ids: ['x', 'a', 'b'], list: 'completed, 1 page' });
  expect([...result.current]).not.toContain('x');
});

it('glows for the row that was just made here wherever it stands, also where it came before the reply [P-8.21]', () => {
  const { result, rerender } = show({ ids: ['a'] });
  rerender({ ids: ['a', 'other', 'own'] });
  expect([...result.current]).toEqual([]);
  rerender({ ids: ['a', 'other', 'own'], own: 'own' });
  expect([...result.current]).toEqual(['own']);
});

it('lets each row glow for its own time', () => {
  vi.useFakeTimers();
  const { result, rerender } = show({ ids: ['a'] });
  rerender({ ids: ['first', 'a'] });
  act(() => void vi.advanceTimersByTime(2000));
  rerender({ ids: ['second', 'first', 'a'] });
  expect([...result.current]).toEqual(['first', 'second']);
  act(() => void vi.advanceTimersByTime(1000));
  expect([...result.current]).toEqual(['second']);
  act(() => void vi.advanceTimersByTime(2000));
  expect([...result.current]).toEqual([]);
});
