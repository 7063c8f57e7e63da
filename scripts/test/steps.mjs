import { join } from 'node:path';
import { installBrowser } from '../browser.mjs';
import { buildWebWhenStale } from '../build/build-web.mjs';
import { startCitus } from '../citus/citus.mjs';
import { findCitus } from '../citus/programs.mjs';
import { whyNoContainers } from '../image/containers.mjs';
import { findPrograms } from '../postgres-programs.mjs';
import { startPostgres } from '../postgres.mjs';
import { settingNames } from '../setting-names.mjs';
import { testWorkers, workersOnPostgres } from '../test-workers.mjs';
import { clockOrReason, clocks, journeyClocks } from './clocks.mjs';
import { playwrightReport, vitestReport } from './reports.mjs';
import {
  citusJourneys,
  citusTests,
  clockTests,
  embeddedTests,
  engineTests,
  quickTests,
} from './select-tests.mjs';

/** The runs that have a step, by the smallest of them. */
const runs = {
  quick: ['quick', 'usual', 'full'],
  usual: ['usual', 'full'],
  full: ['full'],
  clocks: ['clocks'],
};
/**
 * PostgreSQL without waits for the disk: only a crash of the machine would lose anything. Tests that
 * kill a PostgreSQL start their own.
 */
const withoutWaiting = ['fsync=off', 'full_page_writes=off'];
/**
 * The clocks of machines differ: UTC−3:30 with daylight saving, and UTC+5:45. They expose arithmetic with
 * whole hours. The other steps are in UTC.
 */
const zones = { unit: 'America/St_Johns', embedded: 'Asia/Kathmandu' };
const unitProjects = ['contract', 'web', 'sandbox', 'bench', 'scripts'];

/**
 * Returns the steps of a run in order; run-step.mjs describes a step. `usual` leaves out the steps
 * of `full`, and `quick` also PostgreSQL, the invariants and the browser.
 * `clocks` is another run: unit and server tests at each of its clocks, and the journeys at those of
 * theirs (clocks.mjs).
 */
export function testSteps({ root, node, run, isCi }) {
  const isFull = run === 'full';
  const env = testEnvironment(root, isFull);
  const modules = join(root, 'node_modules');
  const playwright = join(modules, '@playwright/test/cli.js');

  return [
    step('quick', 'format', 'oxfmt', ['oxfmt/bin/oxfmt', '--check']),
    step('quick', 'lint', 'oxlint, and the types of all workspaces', [
      'oxlint/bin/oxlint',
      '--type-aware',
      '--type-check',
      '--deny-warnings',
      '--report-unused-disable-directives-severity=error',
    ]),
    step('quick', 'edges', 'which way imports point', ['../scripts/checks/edges.mjs']),
    step('quick', 'unused', 'knip', ['knip/bin/knip.js', '--no-progress']),
    vitest('quick', 'unit', 'everything but the server', unitProjects, { added: { TZ: zones.unit } }),
    vitest('quick', 'embedded', 'the server on the embedded database', ['server'], {
      added: { TZ: zones.embedded },
      filters: run === 'quick' ? quickTests(root) : [],
      before: run === 'usual' ? () => embeddedFilters(root) : undefined,
    }),
    vitest('usual', 'postgres', 'the server on PostgreSQL', ['server'], {
      filters: engineTests(root),
      workers: workersOnPostgres,
      before: () => postgresOrReason(isCi),
    }),
    vitest('usual', 'citus', isFull ? 'the server on Citus' : 'the server on Citus, in short', ['server'], {
      filters: citusTests(root, isFull),
      before: () => citusOrReason(isFull),
    }),
    vitest('usual', 'bundle', 'no secret in the built pages', ['bundle'], {
      before: () => buildWebWhenStale(root, node),
    }),
    journeys('usual', 'journeys', 'browser journeys'),
    // Each server has a copy of a distributed database (e2e/fixtures/servers/citus-database.ts).
    journeys('full', 'journeys-citus', 'main browser journeys on Citus', {
      filters: citusJourneys,
      added: { JOURNEYS_DATABASE: 'citus' },
      before: citusFolderOrReason,
    }),
    vitest('full', 'image', 'the images and compose.yaml, built and run', ['image'], {
      before: containersOrReason,
    }),
    ...Object.entries(clocks).flatMap(([name, at]) => [
      vitest('clocks', `unit-${name}`, `everything but the server, on the clock ${name}`, unitProjects, {
        before: () => clockOrReason(at),
      }),
      vitest('clocks', `embedded-${name}`, `the server, on the clock ${name}`, ['server'], {
        before: () => clockOrReason(at),
      }),
      vitest('clocks', `postgres-${name}`, `the server on PostgreSQL, on the clock ${name}`, ['server'], {
        filters: clockTests(root),
        before: () => postgresOnClockOrReason(at, env),
      }),
    ]),
    ...Object.entries(journeyClocks).map(([name, at]) =>
      journeys('clocks', `journeys-${name}`, `browser journeys, on the clock ${name}`, {
        before: () => clockOrReason(at),
      }),
    ),
  ].filter((step) => runs[step.from].includes(run));

  /**
   * Returns a command of node, by its path in node_modules. `from` is the smallest run that has it.
   */
  function step(from, name, what, [program, ...args], { added, before, report } = {}) {
    return {
      from,
      name,
      what,
      command: [node, join(modules, program), ...args],
      env: { ...env, ...added },
      before,
      report,
    };
  }

  function vitest(from, name, what, projects, { filters = [], workers = testWorkers, ...rest } = {}) {
    const file = join(root, 'test-results', `${name}.json`);
    const args = [
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      `--maxWorkers=${workers}`,
      ...filters,
    ];
    return step(from, name, what, ['vitest/vitest.mjs', 'run', ...args], {
      ...rest,
      report: { file, read: vitestReport },
    });
  }

  function journeys(from, name, what, { filters = [], before, ...rest } = {}) {
    return step(
      from,
      name,
      what,
      ['@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...filters],
      {
        ...rest,
        before: async () => {
          const { skip, env: clock } = (await before?.()) ?? {};
          return skip ? { skip } : { env: { CHROMIUM: await installBrowser(node, playwright), ...clock } };
        },
        report: { file: join(root, 'test-results', 'journeys.json'), read: playwrightReport },
      },
    );
  }
}

/**
 * Returns the environment without the developer's own settings, with which the suite would test
 * their database.
 */
function testEnvironment(root, isFull) {
  const left = [...settingNames(root), 'TEST_ENGINE', 'TEST_DATABASE_URL', 'TEST_CITUS_URL'];
  const kept = Object.entries(process.env).filter(([name]) => !left.includes(name));
  return { ...Object.fromEntries(kept), TZ: 'UTC', ...(isFull ? { FULL: '1' } : {}) };
}

/** Leaves to PostgreSQL what one engine proves, where the machine has a PostgreSQL. */
async function embeddedFilters(root) {
  const hasPostgres = Boolean(process.env.TEST_DATABASE_URL ?? (await findPrograms()).folder);
  return { args: hasPostgres ? embeddedTests(root) : [] };
}

async function postgresOrReason(isCi) {
  const { url, stop, reason } = await startPostgres({ settings: withoutWaiting });
  if (url) return { env: { TEST_ENGINE: 'postgres', TEST_DATABASE_URL: url }, stop };
  const note = `NOT RUN: the server's tests on PostgreSQL. ${reason}`;
  if (isCi) throw new Error(note);
  return { skip: note };
}

/** Starts PostgreSQL on the shifted clock: its `now()` is its own. Otherwise returns the reason. */
async function postgresOnClockOrReason(at, env) {
  const clock = await clockOrReason(at);
  if (clock.skip) return clock;
  const { url, stop, reason } = await startPostgres({ own: true, env: { ...env, ...clock.env } });
  if (!url) return { skip: `NOT RUN: the server's tests on PostgreSQL. ${reason}` };
  return { env: { ...clock.env, TEST_ENGINE: 'postgres', TEST_DATABASE_URL: url }, stop };
}

/**
 * Starts Citus, or skips the step on a machine without the extension and its source: few have them.
 */
async function citusOrReason(isFull) {
  const { urls, stop, reason } = await startCitus({ builds: isFull });
  if (!urls) return { skip: `NOT RUN: the server's tests on Citus. ${reason}` };
  return { env: { TEST_ENGINE: 'citus', TEST_CITUS_URL: urls.join() }, stop };
}

async function citusFolderOrReason() {
  const { folder, reason } = await findCitus();
  return folder ? undefined : { skip: `NOT RUN: the main journeys on Citus. ${reason}` };
}

async function containersOrReason() {
  const reason = await whyNoContainers();
  return reason ? { skip: `NOT RUN: the images. ${reason}` } : undefined;
}
