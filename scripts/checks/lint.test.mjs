import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { fixtureRepository } from './fixture-repository.mjs';

/**
 * A violation of each rule that our conventions rely on, with the name under which oxlint reports
 * it.
 */
const planted = [
  ['server/src/a.ts', 'export const a: any = 1;\n', 'no-explicit-any'],
  ['server/src/b.ts', 'export async function b() {}\nb();\n', 'no-floating-promises'],
  ['server/src/c.ts', 'const unused = 1;\nexport {};\n', 'no-unused-vars'],
  ['server/src/d.ts', 'export const d = () => Date.now();\n', 'no-restricted-properties'],
  [
    'web/src/e.ts',
    "export const e = (n: number) => n.toLocaleString('en-IN');\n",
    'no-restricted-properties',
  ],
  ['web/src/f.ts', 'export const f = (d: Date) => d.toLocaleDateString();\n', 'no-restricted-properties'],
  ['web/src/g.ts', "export const g = new Intl.NumberFormat('en-IN');\n", 'no-restricted-globals'],
  ['server/src/modules/h.ts', "export const h = process.env['SECRET'];\n", 'no-process-env'],
  ['web/src/i.tsx', "export const I = () => <p dangerouslySetInnerHTML={{ __html: 'x' }} />;\n", 'no-danger'],
  ['server/src/j.ts', "console.log('x');\nexport {};\n", 'no-console'],
  ['web/src/m.ts', "export const m: number = 'x';\n", 'TS2322'],
  ['contract/src/k.ts', '// @ts-ignore\nexport const k: number = 1;\n', 'ban-ts-comment'],
  ['contract/src/l.ts', "import { z } from 'zod';\nexport type L = z.ZodType;\n", 'consistent-type-imports'],
];

/** The violations in the files that may contain them. */
const allowed = {
  'contract/src/core/time.ts':
    "export const now = () => Date.now();\nexport const day = new Intl.DateTimeFormat('en-IN');\n",
  'server/src/main.ts': "export const port = process.env['PORT'];\n",
  'server/src/a.test.ts': 'export const at = Date.now();\n',
};

let reported;

beforeAll(() => {
  const files = Object.fromEntries(planted.map(([path, text]) => [path, text]));
  const { directory, remove } = fixtureRepository({ ...files, ...allowed });
  const oxlint = join(directory, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const { stdout } = spawnSync(
    process.execPath,
    [oxlint, '--type-aware', '--type-check', '-f', 'json', 'contract', 'server', 'web'],
    {
      encoding: 'utf8',
      cwd: directory,
    },
  );
  remove();
  reported = JSON.parse(stdout).diagnostics.map(({ code, filename }) => `${filename} ${code}`);
});

test.each(planted)('%s is refused', (path, _, rule) => {
  expect(reported.filter((line) => line.startsWith(`${path} `)).join('\n')).toContain(`(${rule})`);
});

test.each(Object.keys(allowed))('%s is allowed', (path) => {
  expect(reported.filter((line) => line.startsWith(`${path} `))).toEqual([]);
});
