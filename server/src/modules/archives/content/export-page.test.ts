import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeTables } from '../../../../test/fixtures/archives/export-tables.ts';

const page = new URL('../../../../../docs/export.md', import.meta.url);

it('is described in docs/export.md with each head of each CSV file [P-15.39]', async () => {
  const text = await readFile(page, 'utf8');
  expect(text.slice(text.indexOf('### '))).toBe(describeTables());
});
