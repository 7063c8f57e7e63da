import { join } from 'node:path';
import { installBrowser } from '../browser.mjs';
import { buildWebWhenStale } from '../build/build-web.mjs';
import { startCitus } from '../citus/citus.mjs';
import { findCitus } from '../citus/programs.mjs';
import { citusTests } from './citus-tests.mjs';
import { engineTests, quickTests, zoneTests } from './select-tests.mjs';
import { startPostgres } from '../postgres.mjs';
import { settingNames } from '../setting-names.mjs';
import { forgetReport, playwrightCounts, vitestCounts } from './counts.mjs';

/**
 * Time zones that expose arithmetic with whole hours: UTC+5:45, and UTC−3:30 with daylight saving.
 */
const oddZones = ['Asia/Kathmandu', 'America/St_Johns'];

/** The steps of a quick run. Its `embedded` step runs only the tests that `quickTests` selects. */
const quickSteps = ['format', 'lint', 'types', 'web-types', 'edges', 'unused', 'unit', 'embedded'];

/**
 * Returns the steps of `npm test` in order, or those of a quick run. run-step.mjs describes a step.
 */
export function testSteps({ root, node, isFull, isCi, isQuick = false }) {
  const bin = (path) => join(root, 'node_modules', path);
  const env = testEnvironment(root, isFull);
  const results = join(root, 'test-results');
  const check = (name, what, ...commands) => ({
    name,
    what,
    cwd: root,
    commands: commands.map((args) => [node, args, env]),
  });
  const vitest = (name, what, projects, extra = {}) =>
    vitestStep({ name, what, projects, root, node, env, results, ...extra });

  const steps = [
    check('format', 'oxfmt', [bin('oxfmt/bin/oxfmt'), '--check']),
    check('lint', 'oxlint with types', [
      bin('oxlint/bin/oxlint'),
      '--type-aware',
      '--deny-warnings',
      '--report-unused-disable-directives-severity=error',
    ]),
    check('types', 'tsc', [bin('typescript/bin/tsc'), '--noEmit', '-p', '.']),
    check('web-types', 'tsc of the web app', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'web']),
    check('edges', 'which way imports point', ['scripts/checks/edges.mjs']),
    check('unused', 'knip', [bin('knip/bin/knip.js'), '--no-progress']),
    vitest('unit', 'everything but the server', ['contract', 'web', 'sandbox', 'bench', 'scripts']),
    vitest('embedded', 'the server on the embedded database', ['server'], {
      filters: isQuick ? quickTests(root) : [],
    }),
    vitest('postgres', 'the server on PostgreSQL', ['server'], {
      before: () => postgresOrReason(isCi),
      filters: engineTests(root),
    }),
    vitest('citus', isFull ? 'the server on Citus' : 'the server on Citus, in short', ['server'], {
      before: () => citusOrReason(isFull),
      filters: citusTests(root, isFull),
    }),
    ...oddZones.map((zone) =>
      vitest(
        `zone-${zone.split('/')[1].toLowerCase()}`,
        `contract and unit tests in ${zone}`,
        ['contract', 'web', 'server'],
        {
          env: { ...env, TZ: zone },
          filters: zoneTests(root),
        },
      ),
    ),
    vitest('bundle', 'no secret in the built pages', ['bundle'], {
      before: () => buildWebWhenStale(root, node),
    }),
    journeysStep({ name: 'journeys', what: 'browser journeys', root, node, env, results }),
    ...(isFull ? [journeysStep({ ...onCitus, root, node, env, results })] : []),
  ];
  return isQuick ? steps.filter(({ name }) => quickSteps.includes(name)) : steps;
}

/**
 * The main journeys; each server has a copy of a distributed database
 * (e2e/fixtures/servers/citus-database.ts).
 */
const onCitus = {
  name: 'journeys-citus',
  what: 'main browser journeys on Citus',
  filters: [
    'specs/bookings/',
    'specs/tenancy/',
    'specs/platform/',
    'specs/identity/sign-in',
    'specs/availability/',
  ],
  extra: { JOURNEYS_DATABASE: 'citus' },
  before: async () => {
    const { folder, reason } = await findCitus();
    return folder ? {} : { skip: `NOT RUN: the main journeys on Citus. ${reason}` };
  },
};

function journeysStep({ name, what, root, node, env, results, filters = [], extra = {}, before }) {
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  const report = join(results, 'journeys.json');
  return {
    name,
    what,
    cwd: root,
    commands: [
      [node, [playwright, 'test', '--config', 'e2e/playwright.config.ts', ...filters], { ...env, ...extra }],
    ],
    before: async () => {
      const { skip } = (await before?.()) ?? {};
      if (skip) return { skip };
      forgetReport(report);
      return { env: { CHROMIUM: await installBrowser(node, playwright) } };
    },
    count: (exitCode) => playwrightCounts(report, exitCode),
  };
}

/**
 * The environment without the developer's own settings, with which the suite would test their
 * database.
 */
function testEnvironment(root, isFull) {
  const left = [...settingNames(root), 'TEST_ENGINE', 'TEST_DATABASE_URL', 'TEST_CITUS_URL'];
  const kept = Object.entries(process.env).filter(([name]) => !left.includes(name));
  return { ...Object.fromEntries(kept), TZ: 'UTC', ...(isFull ? { FULL: '1' } : {}) };
}

function vitestStep({ name, what, projects, root, node, env, results, filters = [], before }) {
  const report = join(results, `${name}.json`);
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...projects.map((project) => `--project=${project}`),
  ];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    what,
    cwd: root,
    commands: [[node, [...args, ...reporters, ...filters], env]],
    before: () => {
      forgetReport(report);
      return before?.();
    },
    count: (exitCode) => vitestCounts(report, exitCode),
  };
}

async function postgresOrReason(isCi) {
  const postgres = await startPostgres();
  if (postgres.url)
    return { env: { TEST_ENGINE: 'postgres', TEST_DATABASE_URL: postgres.url }, stop: postgres.stop };
  const note = `NOT RUN: the server's tests on PostgreSQL. ${postgres.reason}`;
  if (isCi) throw new Error(note);
  return { skip: note };
}

/** A machine without the extension and its source is no failure: few have them. */
async function citusOrReason(isFull) {
  const citus = await startCitus({ builds: isFull });
  if (!citus.urls) return { skip: `NOT RUN: the server's tests on Citus. ${citus.reason}` };
  return { env: { TEST_ENGINE: 'citus', TEST_CITUS_URL: citus.urls.join() }, stop: citus.stop };
}
