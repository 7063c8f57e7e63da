import { describe, expect, it } from 'vitest';
import {
  atDay,
  belongs,
  firstPage,
  isAtToday,
  isNarrowed,
  ofResource,
  opened,
  pageAt,
  pageQuery,
  searchingFor,
  toggledDue,
} from './list-filters.ts';

describe('the query of a page', () => {
  it('says where to begin on the first page only', () => {
    const filters = { search: '  iyer ', status: 'scheduled', from: '2026-11-21' } as const;
    expect(pageQuery(filters, firstPage)).toEqual({
      search: 'iyer',
      status: 'scheduled',
      from: '2026-11-21',
      limit: 50,
    });
    expect(pageQuery(filters, { cursor: 'c', limit: 100 })).toEqual({
      search: 'iyer',
      status: 'scheduled',
      cursor: 'c',
      limit: 100,
    });
  });

  it('omits empty search words', () => {
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
  expect(belongs({ status, due: null }, { status: filter })).toBe(expected);
});

it('has only what is due under that filter, without a first day', () => {
  const due = toggledDue({ status: 'all', search: 'rao', from: '2026-11-21' });
  expect(due).toEqual({ status: 'all', search: 'rao', due: 'yes' });
  expect(pageQuery(due, firstPage)).toMatchObject({ due: 'yes' });
  expect(searchingFor(due, '')).toEqual({ status: 'all', due: 'yes' });
  expect(opened(searchingFor(due, ''), '2026-11-21')).toEqual({ status: 'all', due: 'yes' });
  expect(isNarrowed(due)).toBe(true);
  expect(toggledDue(due)).toEqual({ status: 'all', search: 'rao' });
  expect(belongs({ status: 'completed', due: 100 }, due)).toBe(true);
  expect(belongs({ status: 'completed', due: 0 }, due)).toBe(false);
  expect(belongs({ status: 'completed', due: null }, due)).toBe(false);
});

it('knows an empty list from one without a match', () => {
  expect(isNarrowed({ status: 'all' })).toBe(false);
  expect(isNarrowed({ status: 'all', search: ' ' })).toBe(false);
  expect(isNarrowed({ status: 'all', search: 'a' })).toBe(true);
  expect(isNarrowed({ status: 'no_show' })).toBe(true);
  expect(isNarrowed({ status: 'all', from: '2026-11-21' })).toBe(false);
});

it('changes one filter and keeps the others', () => {
  const filters = { search: 'rao', status: 'completed', from: '2026-11-21' } as const;
  expect(searchingFor(filters, '')).toEqual({ status: 'completed', from: '2026-11-21' });
  expect(searchingFor(filters, ' iyer ')).toEqual({ ...filters, search: 'iyer' });
});

it('opens at today, at the day of the address, and for a search at no day [P-5.37, P-5.40]', () => {
  const today = '2026-11-21';
  expect(opened({ status: 'all' }, today)).toEqual({ status: 'all', from: today });
  expect(opened({ status: 'no_show', search: ' ', from: '2026-12-04' }, today)).toMatchObject({
    status: 'no_show',
    from: '2026-12-04',
  });
  expect(opened({ status: 'all', search: 'rao', from: today }, today)).toEqual({
    status: 'all',
    search: 'rao',
  });
  expect(isAtToday({ status: 'all' }, today)).toBe(true);
  expect(isAtToday({ status: 'all', from: '2026-12-04' }, today)).toBe(false);
  expect(isAtToday({ status: 'all', search: 'rao' }, today)).toBe(false);
});

it('leads to a day, and to one doctor or court, and keeps the other filters [P-5.38]', () => {
  const [today, resource] = ['2026-11-21', '00000000-0000-4000-8000-0000000000d1'];
  const filters = { status: 'scheduled', resource } as const;
  expect(atDay(filters, '2026-11-22', today)).toEqual({ ...filters, from: '2026-11-22' });
  expect(atDay({ ...filters, from: '2026-11-22', search: 'rao' }, today, today)).toEqual(filters);
  expect(ofResource({ ...filters, from: today }, '')).toEqual({ status: 'scheduled', from: today });
  expect(ofResource({ status: 'all' }, resource)).toEqual({ status: 'all', resource });
  expect(pageQuery(filters, firstPage)).toMatchObject({ resource });
  expect(pageQuery(filters, { cursor: 'after', limit: 100 })).toMatchObject({ resource, cursor: 'after' });
  expect(isNarrowed({ status: 'all', resource })).toBe(true);
  expect(searchingFor(filters, 'iyer')).toEqual({ ...filters, search: 'iyer' });
});
