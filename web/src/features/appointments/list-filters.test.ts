import { describe, expect, it } from 'vitest';
import { beginningAt, belongs, firstPage, isNarrowed, pageAt, pageQuery, searchingFor } from './list-filters.ts';

describe('the query of a page', () => {
  it('says where to begin on the first page only', () => {
    const filters = { search: '  iyer ', status: 'scheduled', from: '2026-11-21' } as const;
    expect(pageQuery(filters, firstPage)).toEqual({ search: 'iyer', status: 'scheduled', from: '2026-11-21', limit: 50 });
    expect(pageQuery(filters, { cursor: 'c', limit: 100 })).toEqual({ search: 'iyer', status: 'scheduled', cursor: 'c', limit: 100 });
  });

  it('leaves empty words out', () => {
    expect(pageQuery({ search: '   ', status: 'all' }, firstPage)).toEqual({ status: 'all', limit: 50 });
  });

  it('has no page beyond either end', () => {
    expect(pageAt(null)).toBeUndefined();
    expect(pageAt('c')).toEqual({ cursor: 'c', limit: 100 });
  });
});

it.each([
  ['scheduled', 'all', true],
  ['completed', 'all', true],
  ['no_show', 'all', true],
  ['cancelled', 'all', false],
  ['cancelled', 'cancelled', true],
  ['scheduled', 'completed', false],
] as const)('%s under %s: %s', (status, filter, expected) => {
  expect(belongs(status, filter)).toBe(expected);
});

it('knows an empty list from one without a match', () => {
  expect(isNarrowed({ status: 'all' })).toBe(false);
  expect(isNarrowed({ status: 'all', search: ' ' })).toBe(false);
  expect(isNarrowed({ status: 'all', search: 'a' })).toBe(true);
  expect(isNarrowed({ status: 'no_show' })).toBe(true);
  expect(isNarrowed({ status: 'all', from: '2026-11-21' })).toBe(true);
});

it('changes one filter and keeps the others', () => {
  const filters = { search: 'rao', status: 'completed', from: '2026-11-21' } as const;
  expect(searchingFor(filters, '')).toEqual({ status: 'completed', from: '2026-11-21' });
  expect(searchingFor(filters, ' iyer ')).toEqual({ ...filters, search: 'iyer' });
  expect(beginningAt(filters, undefined)).toEqual({ search: 'rao', status: 'completed' });
  expect(beginningAt({ status: 'all' }, '2026-11-22')).toEqual({ status: 'all', from: '2026-11-22' });
});
