import { expect, it } from 'vitest';
import { listSearch } from './search-params.ts';

it.each([
  [{}, {}],
  [
    { search: '98450', status: 'no_show', from: '2026-11-21' },
    { search: '98450', status: 'no_show', from: '2026-11-21' },
  ],
  [{ status: 'all' }, {}],
  [{ status: 'toString' }, {}],
  [{ status: 7, search: 7, from: 7 }, {}],
  [{ search: '   ' }, {}],
  [{ search: 'x'.repeat(300) }, { search: 'x'.repeat(100) }],
  [
    { resource: '00000000-0000-4000-8000-0000000000d1' },
    { resource: '00000000-0000-4000-8000-0000000000d1' },
  ],
  [{ resource: 'Dr. Rao' }, {}],
  [{ from: '2026-02-30' }, {}],
  [{ from: 'tomorrow' }, {}],
  [{ tenant: 'other' }, {}],
  [{ due: 'yes' }, { due: 'yes' }],
  [{ due: 'no' }, {}],
])('%o in the address means %o', (raw, filters) => {
  expect(listSearch(raw)).toEqual(filters);
});
