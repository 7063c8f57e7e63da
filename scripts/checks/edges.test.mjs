import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fixtureRepository } from './fixture-repository.mjs';

const checkEdges = fileURLToPath(new URL('./edges.mjs', import.meta.url));

/** A violation of each rule: the importing file, and the file that it must not import. */
const planted = {
  'contract-imports-nobody': ['contract/src/a.ts', 'server/src/db/tenant.ts'],
  'web-talks-over-the-contract': ['web/src/lib/a.ts', 'server/src/db/tenant.ts'],
  'server-knows-no-client': ['server/src/a.ts', 'web/src/lib/b.ts'],
  'sandbox-plays-an-outsider': ['sandbox/src/a.ts', 'contract/src/b.ts'],
  'e2e-and-bench-use-http-only': ['e2e/a.ts', 'server/src/db/tenant.ts'],
  'sql-only-in-queries': ['server/src/modules/bookings/appointments/cancel.ts', 'server/src/db/database.ts'],
  'queries-know-only-the-database': [
    'server/src/modules/tenancy/plans/queries.ts',
    'server/src/http/reply.ts',
  ],
  'adapters-are-handed-in': [
    'server/src/modules/files/uploads/upload.ts',
    'server/src/adapters/files/folder.ts',
  ],
  'server-layer-core': ['server/src/core/up.ts', 'server/src/db/tenant.ts'],
  'server-layer-adapters': ['server/src/adapters/mail/up.ts', 'server/src/db/idempotency.ts'],
  'server-layer-db': ['server/src/db/up.ts', 'server/src/context/actor.ts'],
  'server-layer-context': ['server/src/context/up.ts', 'server/src/http/cookies.ts'],
  'server-layer-http': ['server/src/http/up.ts', 'server/src/modules/audit/index.ts'],
  'server-layer-outbox': ['server/src/outbox/up.ts', 'server/src/outbox-handlers.ts'],
  'server-layer-audit': ['server/src/modules/audit/up.ts', 'server/src/modules/identity/index.ts'],
  'server-layer-identity': ['server/src/modules/identity/up.ts', 'server/src/modules/tenancy/index.ts'],
  'server-layer-files': ['server/src/modules/files/up.ts', 'server/src/modules/tenancy/index.ts'],
  'server-layer-tenancy': ['server/src/modules/tenancy/up.ts', 'server/src/modules/bookings/index.ts'],
  'server-layer-visibility': ['server/src/modules/visibility/up.ts', 'server/src/modules/people/index.ts'],
  'server-layer-people': ['server/src/modules/people/up.ts', 'server/src/modules/ledger/index.ts'],
  'server-layer-ledger': ['server/src/modules/ledger/up.ts', 'server/src/modules/bookings/index.ts'],
  'server-layer-invoicing': ['server/src/modules/invoicing/up.ts', 'server/src/modules/desk/index.ts'],
  'server-layer-desk': ['server/src/modules/desk/up.ts', 'server/src/modules/reach/index.ts'],
  'server-layer-bookings': ['server/src/modules/bookings/up.ts', 'server/src/modules/reach/index.ts'],
  'server-layer-reach': ['server/src/modules/reach/up.ts', 'server/src/modules/platform/index.ts'],
  'server-layer-platform': ['server/src/modules/platform/up.ts', 'server/src/modules/public/index.ts'],
  'server-layer-public': ['server/src/modules/public/up.ts', 'server/src/scheduled-jobs/index.ts'],
  'connections-stay-in-the-database-layer': [
    'server/src/modules/platform/health/queries.ts',
    'server/src/db/open-database.ts',
  ],
  'server-feature-public-face': ['server/src/modules/one/a/verb.ts', 'server/src/modules/two/a/verb.ts'],
  'web-features-are-strangers': ['web/src/modules/one/a/a.ts', 'web/src/modules/two/a/a.ts'],
  'web-modules-know-no-feature': ['web/src/modules/one/ground.ts', 'web/src/modules/one/b/b.ts'],
  'booking-room-payment': [
    'web/src/modules/bookings/appointments/payment/up.ts',
    'web/src/modules/bookings/appointments/book/use-create.ts',
  ],
  'booking-room-book': [
    'web/src/modules/bookings/appointments/book/quick/up.ts',
    'web/src/modules/bookings/appointments/actions/cancel.ts',
  ],
  'booking-room-actions': [
    'web/src/modules/bookings/appointments/actions/up.ts',
    'web/src/modules/bookings/appointments/details/card.ts',
  ],
  'booking-room-details': [
    'web/src/modules/bookings/appointments/details/up.ts',
    'web/src/modules/bookings/appointments/visit/dialog.ts',
  ],
  'booking-room-visit': [
    'web/src/modules/bookings/appointments/visit/up.ts',
    'web/src/modules/bookings/appointments/list/row.ts',
  ],
  'booking-room-list': [
    'web/src/modules/bookings/appointments/list/up.ts',
    'web/src/modules/bookings/appointments/desk/queue.ts',
  ],
  'booking-room-desk': [
    'web/src/modules/bookings/appointments/desk/up.ts',
    'web/src/modules/bookings/appointments/list/row.ts',
  ],
  'booking-room-unnamed': [
    'web/src/modules/bookings/appointments/badge.ts',
    'web/src/modules/bookings/appointments/payment/sum.ts',
  ],
  'web-layers-point-down': ['web/src/lib/c.ts', 'web/src/app/router.ts'],
  'ui-and-lib-know-no-feature': ['web/src/ui/a.ts', 'web/src/modules/two/a/a.ts'],
  'lib-knows-no-ui': ['web/src/lib/d.ts', 'web/src/ui/badge.ts'],
};

test('each rule of the import directions fires on a planted violation, also of a type alone [O-5.14]', () => {
  const { status, lines } = checked({ ...treeOf(planted), ...circle });
  for (const [rule, [from, to]] of Object.entries(planted))
    expect(lines).toContain(`${rule}: ${from} → ${to}`);
  expect(lines).toContainEqual(expect.stringContaining('no-circular: '));
  expect(status).toBe(1);
});

test('a tree without any import fails, because a broken parser would find none either', () => {
  const { status, lines } = checked({ 'contract/src/a.ts': 'export const a = 1;\n' });
  expect([status, lines]).toEqual([1, ['1 of 1 files read, 0 imports, 0 forbidden, 0 cycles of folders']]);
});

test('two folders that import each other fail, though no files do; a test and a fixture may import from anywhere [O-5.14]', () => {
  const { status, lines } = checked({
    'web/src/shell/menu.ts': importLine('web/src/shell/menu.ts', 'web/src/pages/table.ts'),
    'web/src/pages/home.ts': importLine('web/src/pages/home.ts', 'web/src/shell/title.ts'),
    'web/src/pages/table.ts': thing,
    'web/src/shell/title.ts': thing,
    'web/src/theme/color.ts': thing,
    'web/src/theme/color.test.ts': importLine('web/src/theme/color.test.ts', 'web/src/shell/menu.ts'),
    'web/src/shell/colored.ts': importLine('web/src/shell/colored.ts', 'web/src/theme/color.ts'),
    'e2e/fixtures/person.ts': importLine('e2e/fixtures/person.ts', 'e2e/specs/name.ts'),
    'e2e/specs/name.ts': thing,
    'e2e/specs/signs-in.ts': importLine('e2e/specs/signs-in.ts', 'e2e/fixtures/person.ts'),
  });
  expect(lines).toEqual([
    'folder-cycle: web/src/pages, web/src/shell',
    '  web/src/pages/home.ts → web/src/shell/title.ts',
    '  web/src/shell/menu.ts → web/src/pages/table.ts',
    '10 of 10 files read, 6 imports, 0 forbidden, 1 cycles of folders',
  ]);
  expect(status).toBe(1);
});

test('a cycle over three folders is found, and so is a folder that imports from the entry above it [O-5.14]', () => {
  const { status, lines } = checked({
    'sandbox/src/main.ts': importLine('sandbox/src/main.ts', 'sandbox/src/mail/server.ts'),
    'sandbox/src/mail/server.ts': importLine('sandbox/src/mail/server.ts', 'sandbox/src/mode.ts'),
    'sandbox/src/mode.ts': thing,
    'bench/src/a/1.ts': importLine('bench/src/a/1.ts', 'bench/src/b/2.ts'),
    'bench/src/b/1.ts': importLine('bench/src/b/1.ts', 'bench/src/c/2.ts'),
    'bench/src/c/1.ts': importLine('bench/src/c/1.ts', 'bench/src/a/2.ts'),
    ...Object.fromEntries(['a', 'b', 'c'].map((folder) => [`bench/src/${folder}/2.ts`, thing])),
  });
  expect(lines.filter((line) => line.startsWith('folder-cycle')).toSorted()).toEqual([
    'folder-cycle: bench/src/a, bench/src/b, bench/src/c',
    'folder-cycle: sandbox/src, sandbox/src/mail',
  ]);
  expect(status).toBe(1);
});

test('folders that import one way pass', () => {
  const { status, lines } = checked({
    'bench/src/a/1.ts': importLine('bench/src/a/1.ts', 'bench/src/b/1.ts'),
    'bench/src/b/1.ts': thing,
  });
  expect([status, lines]).toEqual([0, ['2 of 2 files read, 1 imports, 0 forbidden, 0 cycles of folders']]);
});

const thing = 'export type Thing = 1;\nexport const thing = 1;\n';

const circle = {
  'bench/src/one.ts': "import type { Two } from './two.ts';\nexport type One = Two;\n",
  'bench/src/two.ts': "import type { One } from './one.ts';\nexport type Two = One | 2;\n",
};

function treeOf(violations) {
  const targets = Object.values(violations).map(([, to]) => [to, thing]);
  const sources = Object.values(violations).map(([from, to], index) => [
    from,
    importLine(from, to, index % 2 === 0),
  ]);
  return Object.fromEntries([...targets, ...sources]);
}

function checked(files) {
  const { directory, remove } = fixtureRepository(files);
  const { status, stdout } = spawnSync(process.execPath, [checkEdges, directory], {
    encoding: 'utf8',
    cwd: directory,
  });
  remove();
  return { status, lines: stdout.trimEnd().split('\n') };
}

function importLine(from, to, isType = false) {
  const path = `${'../'.repeat(from.split('/').length - 1)}${to}`;
  return isType
    ? `import type { Thing } from '${path}';\nexport type Own = Thing;\n`
    : `export { thing } from '${path}';\n`;
}
