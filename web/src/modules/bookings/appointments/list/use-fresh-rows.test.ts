import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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

it('glows for a live row, not for another list or another page', () => {
  const { result, rerender } = renderHook(({ ids, list }) => useFreshRows(ids, list), {
    initialProps: { ids: ['a', 'b'], list: 'all, 1 page' },
  });
  expect(result.current.size).toBe(0);
  rerender({ ids: ['new', 'a', 'b'], list: 'all, 1 page' });
  expect([...result.current]).toEqual(['new']);
  rerender({ ids: ['x', 'a', 'b'], list: 'completed, 1 page' });
  expect([...result.current]).not.toContain('x');
});

it('counts the row that was just made here as the last one too', () => {
  expect(arrivedAmong(['a', 'own', 'other'], new Set(['a']), 'own')).toEqual(['own']);
});
