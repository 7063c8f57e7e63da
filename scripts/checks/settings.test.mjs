import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settingNames } from '../setting-names.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const read = (path) => readFileSync(join(root, path), 'utf8');

test('the typed list, .env.example and the table in docs/settings.md name the same settings [T-6.8]', () => {
  const typed = new Set(
    [...read('server/src/core/settings.ts').matchAll(/^ {2}([A-Z][A-Z_]+): z?/gm)].map(([, name]) => name),
  );
  const table = new Set(
    [...read('docs/settings.md').matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map(([, name]) => name),
  );
  expect(typed.size).toBeGreaterThan(5);
  expect(new Set(settingNames(root))).toEqual(typed);
  expect(table).toEqual(typed);
});
