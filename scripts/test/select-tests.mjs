import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The server's tests that are not run on Citus, by their path's beginning, with the reasons. */
const notOnCitus = {
  'server/src/backup/':
    'pgBackRest and the embedded archive back up one database; of a cluster each node is backed up alike',
  'server/src/commands/local-server.test.ts': 'the embedded database',
  'server/src/db/engines/embedded/': 'the embedded database',
  'server/src/db/migrate/':
    'migrates empty databases; every other test here is on one that was migrated and distributed',
  'server/src/commands/move/': 'moves into one PostgreSQL, which is distributed afterwards',
  'server/src/db/engines/postgres/schema-changes.test.ts':
    'changes the tables of one PostgreSQL; distribute.test.ts changes those of a cluster',
  'server/src/process/login-checks.test.ts': 'roles of one PostgreSQL',
  'server/test/failover/clock.test.ts': 'the clock of one PostgreSQL',
  'server/test/failover/postgres-killed.test.ts': 'kills a PostgreSQL of its own',
  'server/test/full-disk.test.ts': 'the disk of the embedded database',
  'server/test/invariants/durability.test.ts': 'kills a PostgreSQL of its own',
  'server/test/invariants/large-tenant.test.ts':
    'the plans of one PostgreSQL; bench/ measures those of a cluster',
  'server/test/private-postgres.test.ts': 'a PostgreSQL of its own',
  'server/test/refused-start.test.ts': 'a start on an empty database',
  'server/test/upgrade/': 'servers of two releases on one PostgreSQL',
};

/**
 * The server's tests of code above the engine, and why one database is enough in an ordinary run. Both
 * engines run tenant-isolation.test.ts, which sends each endpoint.
 */
export const aboveTheEngine = {
  'server/test/audit-rows.test.ts': 'the audit row that each verb writes',
  'server/test/contract-guards.test.ts': 'sessions, permissions, reasons and unknown fields',
  'server/test/headers.test.ts': 'headers of replies',
  'server/test/public-answers.test.ts': 'answers to strangers',
  'server/test/injection.test.ts': 'texts in fields, which both engines get as values beside the statement',
  'server/test/longest-input.test.ts': 'the patterns that are applied to input, before a statement has it',
  'server/test/invariants/unchanged-screens.test.ts': 'the stamp that each verb raises',
  'server/test/invariants/usage-model.test.ts': 'a model of the use of a plan',
  'server/test/invariants/missing-role.test.ts': 'a session without a role or a business',
  'server/test/second-factor-required.test.ts': 'the assurance of a session',
};

/**
 * The races of the server's tests, by their path's beginning, which an ordinary run has on PostgreSQL
 * alone: requests overlap there, while the embedded database answers one after the other.
 */
export const races = [
  'server/test/invariants/claims/freed-beside-booked.test.ts',
  'server/test/invariants/claims/parts-and-bookings.test.ts',
  'server/test/invariants/fees.test.ts',
  'server/test/invariants/invitation-once.test.ts',
  'server/test/invariants/claims/last-court.test.ts',
  'server/test/invariants/locked-days.test.ts',
  'server/test/invariants/one-owner.test.ts',
  'server/test/invariants/payment-once.test.ts',
  'server/test/invariants/people/households.test.ts',
  'server/test/invariants/people/merge-race.test.ts',
  'server/test/invariants/plan-limit.test.ts',
  'server/test/invariants/plan-places.test.ts',
  'server/test/invariants/queue/one-queue.test.ts',
  'server/test/invariants/queue/stale-actions.test.ts',
  'server/test/invariants/unchanged-at-once.test.ts',
];

/**
 * The long models and kills of the server's tests, by their path's beginning, which an ordinary run has on
 * PostgreSQL alone: their statements are the same on both, and what a kill leaves of a transaction of the
 * embedded database is shown by durability.test.ts, by restarts.test.ts and by the kills of uploads, archives and
 * imports. That it upgrades, with its rows, is shown from the first release (opened-by-start.test.ts).
 */
export const models = [
  'server/test/invariants/calendar-once.test.ts',
  'server/test/invariants/mail-survives-kill.test.ts',
  'server/test/invariants/notices/reminders.test.ts',
  'server/test/invariants/notices/told-changes.test.ts',
  'server/test/invariants/payment-kill.test.ts',
  'server/test/invariants/queue/tokens-kill.test.ts',
  'server/test/invariants/sums/books-kills.test.ts',
  'server/test/invariants/sums/books.test.ts',
  'server/test/invariants/sums/money-kills.test.ts',
  'server/test/invariants/sums/online-payments-kill.test.ts',
  'server/test/invariants/webhooks-survive-kill.test.ts',
  'server/test/upgrade/releases.test.ts',
];

/**
 * Matches the tests that an ordinary run repeats on both engines: all in the folders that are about
 * the database itself, and of the others those of the chain of the audit log, of erasure and of sums, and
 * those that expect something of the embedded database. Limits, plans and ended sessions count rows by the same
 * statements on both.
 */
const onBothEngines = {
  folders: /^server.(?:src.(?:backup|commands|db)|test)\b/,
  path: /erasure|integrity|audit.log.chain/,
  text: /testEngine (?:[!=]== 'embedded'|!== 'postgres'|=== 'postgres' \?)/,
};

/**
 * The server's tests that PostgreSQL on a shifted clock cannot run, by their path's beginning, with
 * the reason: faketime shifts no time that is read within a signal, so its timeouts never fire.
 */
const notOnShiftedClocks = {
  'server/src/db/migrate/': 'a lock that times out',
  'server/src/db/engines/postgres/silent-connections.test.ts': 'a statement that times out',
  'server/test/failover/': 'starts databases of its own, which are on the true clock',
};

/** The tests that a cluster runs in short. */
const inShort = [
  'server/test/invariants/row-security.test.ts',
  'server/test/invariants/database-session-state.test.ts',
  'server/src/commands/distribute/placement.test.ts',
  'server/src/commands/distribute/distribute.test.ts',
  'server/src/commands/distribute/node-certificates.test.ts',
];

/** The main journeys, which a full run repeats on a cluster. */
export const citusJourneys = [
  'specs/bookings/',
  'specs/tenancy/',
  'specs/platform/',
  'specs/identity/sign-in',
  'specs/availability/',
];

/**
 * Selects the server's tests that depend on the database engine, because their imports lead to it.
 * The others need only one run.
 */
export function engineTests(root) {
  const engine = join(root, 'server', 'test', 'fixtures', 'database.ts');
  const tests = testsIn(root, 'server');
  const leading = filesLeadingTo(
    engine,
    tests.map((file) => join(root, file)),
  );
  return tests.filter((file) => leading.has(join(root, file)));
}

/** Selects the engine's tests that an ordinary run repeats on both engines. */
export function repeatedTests(root) {
  const once = new Set([...Object.keys(aboveTheEngine), ...races, ...models].map((file) => join(file)));
  const isRepeated = (file) =>
    onBothEngines.folders.test(file) ||
    onBothEngines.path.test(file) ||
    onBothEngines.text.test(readFileSync(join(root, file), 'utf8'));
  return engineTests(root).filter((file) => !once.has(file) && isRepeated(file));
}

/**
 * Selects the server's tests that an ordinary run has on the embedded database where PostgreSQL runs
 * all tests of the engine: PostgreSQL answers in half the processor time.
 */
export function embeddedTests(root) {
  const repeated = new Set(repeatedTests(root));
  const elsewhere = new Set(engineTests(root).filter((file) => !repeated.has(file)));
  return testsIn(root, 'server').filter((file) => !elsewhere.has(file));
}

/** Selects the tests on PostgreSQL that shifted clocks allow; the embedded database runs all there. */
export function clockTests(root) {
  const starts = Object.keys(notOnShiftedClocks).map((start) => join(start));
  return repeatedTests(root).filter((file) => !starts.some((start) => file.startsWith(start)));
}

/**
 * Selects the server's tests for a cluster of Citus: a few in short, all that do not need one PostgreSQL in
 * a full run.
 */
export function citusTests(root, isFull) {
  const isElsewhere = (file) => Object.keys(notOnCitus).some((start) => file.startsWith(join(start)));
  return engineTests(root).filter((file) =>
    isFull ? !isElsewhere(file) : inShort.some((name) => file === join(name)),
  );
}

/**
 * Selects the server's tests of a quick run: all but the invariants and those that start other
 * processes.
 */
export function quickTests(root) {
  const slow = (file) =>
    file.startsWith(join('server', 'test', 'invariants')) ||
    /\bspawn\(/.test(readFileSync(join(root, file), 'utf8'));
  return testsIn(root, 'server').filter((file) => !slow(file));
}

function testsIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => join(folder, file))
    .toSorted();
}

/** Returns the files that import the target, directly or through other files, among all that `starts` lead to. */
function filesLeadingTo(target, starts) {
  const importers = new Map();
  const seen = new Set(starts);
  // Visits files that are added during the loop too.
  for (const file of seen) {
    for (const imported of importsOf(file)) {
      seen.add(imported);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const leading = new Set([target]);
  for (const file of leading) for (const importer of importers.get(file) ?? []) leading.add(importer);
  return leading;
}

function importsOf(file) {
  if (!existsSync(file)) return [];
  const imported = readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'(\.[^']+)'/g);
  return Array.from(imported, ([, path]) => join(dirname(file), path));
}
