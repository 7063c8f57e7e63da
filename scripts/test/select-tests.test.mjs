import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  aboveTheEngine,
  embeddedTests,
  engineTests,
  quickTests,
  models,
  races,
  repeatedTests,
} from './select-tests.mjs';

let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'samay-chosen-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('a test depends on the engine when its imports lead to it [O-4.14]', () => {
  plant({
    'server/test/fixtures/database.ts': '',
    'server/test/fixtures/app.ts': `import {\n  testDatabase,\n} from './database.ts';`,
    'server/src/round.ts': `import './trip.test.ts';`,
    'server/src/near.test.ts': `import { testDatabase } from '../test/fixtures/database.ts';`,
    'server/src/far.test.ts': `const { testApp } = await import('../test/fixtures/app.ts');`,
    'server/src/trip.test.ts': `import './round.ts';`,
    'server/src/none.test.ts': `import { expect } from 'vitest';`,
  });
  expect(engineTests(root)).toEqual(['server/src/far.test.ts', 'server/src/near.test.ts']);
});

test('an ordinary run has on PostgreSQL alone what is decided before a statement, races, and most of a module [O-5.15]', () => {
  const importing = (file) => `import './${relative(dirname(file), 'server/test/fixtures/database.ts')}';`;
  const once = [...Object.keys(aboveTheEngine), ...races, ...models];
  plant({
    'server/test/fixtures/database.ts': '',
    'server/test/isolation.test.ts': importing('server/test/isolation.test.ts'),
    'server/src/modules/a/alone.test.ts': `import '../../../test/fixtures/database.ts';`,
    'server/src/modules/a/engines.test.ts': `import '../../../test/fixtures/database.ts'; testEngine === 'embedded'`,
    'server/src/modules/a/more.test.ts': `import '../../../test/fixtures/database.ts'; if (testEngine === 'postgres')`,
    'server/src/modules/a/adds.test.ts': '',
    'server/src/modules/a/erasure.test.ts': `import '../../../test/fixtures/database.ts';`,
    ...Object.fromEntries(once.map((file) => [file, importing(file)])),
  });
  const repeated = [
    'server/src/modules/a/engines.test.ts',
    'server/src/modules/a/erasure.test.ts',
    'server/test/isolation.test.ts',
  ];
  expect(repeatedTests(root)).toEqual(repeated);
  expect(embeddedTests(root)).toEqual(['server/src/modules/a/adds.test.ts', ...repeated]);
  expect(engineTests(root)).toHaveLength(once.length + 5);
  for (const file of once) expect(existsSync(new URL(`../../${file}`, import.meta.url)), file).toBe(true);
});

test('a quick run leaves out the invariants and the tests that start other processes', () => {
  plant({
    'server/test/invariants/limit.test.ts': '',
    'server/test/guards.test.ts': '',
    'server/src/starts.test.ts': 'spawn()',
    'server/src/adds.test.ts': '',
  });
  expect(quickTests(root)).toEqual(['server/src/adds.test.ts', 'server/test/guards.test.ts']);
});

function plant(files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}
