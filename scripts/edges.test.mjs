import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { plantTree } from './planted-tree.mjs';

const checkEdges = fileURLToPath(new URL('check-edges.mjs', import.meta.url));

/** A violation of each rule, as the file that imports and the file that it must not import. */
const planted = {
  'contract-imports-nobody': ['contract/src/a.ts', 'server/src/db/tenant.ts'],
  'web-talks-over-the-contract': ['web/src/lib/a.ts', 'server/src/db/tenant.ts'],
  'server-knows-no-client': ['server/src/a.ts', 'web/src/lib/b.ts'],
  'sandbox-plays-an-outsider': ['sandbox/src/a.ts', 'contract/src/b.ts'],
  'e2e-and-bench-use-the-front-door': ['e2e/a.ts', 'server/src/db/tenant.ts'],
  'sql-only-in-queries': ['server/src/modules/bookings/appointments/cancel.ts', 'server/src/db/client/database.ts'],
  'queries-know-only-the-database': ['server/src/modules/tenancy/plans/queries.ts', 'server/src/http/reply.ts'],
  'adapters-are-handed-in': ['server/src/modules/bookings/files/upload.ts', 'server/src/adapters/files/folder.ts'],
  'server-feature-public-face': ['server/src/modules/one/a/verb.ts', 'server/src/modules/two/a/verb.ts'],
  'web-features-are-strangers': ['web/src/modules/one/a/a.ts', 'web/src/modules/two/a/a.ts'],
  'web-layers-point-down': ['web/src/lib/c.ts', 'web/src/app/router.ts'],
  'ui-and-lib-know-no-feature': ['web/src/ui/a.ts', 'web/src/modules/two/a/a.ts'],
  'server-layer-core': ['server/src/core/up.ts', 'server/src/db/sessions.ts'],
  'server-layer-adapters': ['server/src/adapters/mail/up.ts', 'server/src/db/idempotency.ts'],
  'server-layer-db': ['server/src/db/up.ts', 'server/src/context/actor.ts'],
  'server-layer-context': ['server/src/context/up.ts', 'server/src/http/cookies.ts'],
  'server-layer-http': ['server/src/http/up.ts', 'server/src/modules/audit/index.ts'],
  'server-layer-outbox': ['server/src/outbox/up.ts', 'server/src/outbox-handlers.ts'],
  'server-layer-audit': ['server/src/modules/audit/up.ts', 'server/src/modules/identity/index.ts'],
  'server-layer-identity': ['server/src/modules/identity/up.ts', 'server/src/modules/tenancy/index.ts'],
  'server-layer-tenancy': ['server/src/modules/tenancy/up.ts', 'server/src/modules/bookings/index.ts'],
  'server-layer-bookings': ['server/src/modules/bookings/up.ts', 'server/src/modules/reach/index.ts'],
  'server-layer-reach': ['server/src/modules/reach/up.ts', 'server/src/modules/platform/index.ts'],
  'server-layer-platform': ['server/src/modules/platform/up.ts', 'server/src/modules/public/index.ts'],
  'server-layer-public': ['server/src/modules/public/up.ts', 'server/src/scheduled-jobs/index.ts'],
  'connections-stay-in-the-database-layer': ['server/src/modules/platform/health/queries.ts', 'server/src/db/client/open-database.ts'],
  'lib-knows-no-ui': ['web/src/lib/d.ts', 'web/src/ui/badge.ts'],
};

test('each rule of the import directions fires on a planted violation, also of a type alone', () => {
  const { directory, remove } = plantTree({ ...treeOf(planted), ...circle });
  const { status, stdout } = spawnSync(process.execPath, [checkEdges, directory], { encoding: 'utf8', cwd: directory });
  remove();
  for (const [rule, [from, to]] of Object.entries(planted)) expect(stdout).toContain(`${rule}: ${from} → ${to}`);
  expect(stdout).toContain('no-circular: ');
  expect(status).toBe(1);
});

test('a tree in which nothing imports anything is taken for a parser that reads nothing', () => {
  const { directory, remove } = plantTree({ 'contract/src/a.ts': 'export const a = 1;\n' });
  const { status, stdout } = spawnSync(process.execPath, [checkEdges, directory], { encoding: 'utf8', cwd: directory });
  remove();
  expect([status, stdout]).toEqual([1, '1 of 1 files read, 0 imports, 0 forbidden\n']);
});

const circle = {
  'bench/src/one.ts': "import type { Two } from './two.ts';\nexport type One = Two;\n",
  'bench/src/two.ts': "import type { One } from './one.ts';\nexport type Two = One | 2;\n",
};

function treeOf(violations) {
  const targets = Object.values(violations).map(([, to]) => [to, 'export type Thing = 1;\nexport const thing = 1;\n']);
  const sources = Object.values(violations).map(([from, to], index) => [from, importLine(from, to, index % 2 === 0)]);
  return Object.fromEntries([...targets, ...sources]);
}

function importLine(from, to, isType) {
  const path = `${'../'.repeat(from.split('/').length - 1)}${to}`;
  return isType ? `import type { Thing } from '${path}';\nexport type Own = Thing;\n` : `export { thing } from '${path}';\n`;
}
