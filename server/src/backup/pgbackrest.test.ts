import { execFileSync } from 'node:child_process';
import { now } from '@samay/contract/core/time';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ArchivedPostgres, startArchived } from '../../test/fixtures/backup/archived-postgres.ts';
import { testEngine } from '../../test/fixtures/database.ts';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { findProgram } from '../../../scripts/debian-packages.mjs';
import { backUpPostgres } from './pgbackrest.ts';

// Runs a month of nights with a real pgBackRest. Its own clock is not changed: the nights are those
// of the command.

const home = temporaryFolder('pgbackrest');
let postgres: ArchivedPostgres;
/** The reason why this cannot run here. */
let reason: string | undefined;

beforeAll(async () => {
  if (testEngine !== 'postgres') reason = 'it needs PostgreSQL';
  else if (process.getuid?.() !== 0) reason = 'only root can become the user of PostgreSQL';
  else ({ reason } = await findProgram('pgbackrest', 'pgbackrest'));
  if (reason !== undefined) return;
  postgres = await startArchived(home.folder);
  vi.stubEnv('PGBACKREST_CONFIG', postgres.settings['PGBACKREST_CONFIG']);
}, 240_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  if (reason === undefined) await postgres.destroy();
  home.remove();
});

it(
  'takes a full backup a week, deletes them before they are thirty days old, and keeps one [O-3.6]',
  { timeout: 300_000 },
  async ({ skip }) => {
    if (reason !== undefined) return skip(`NOT RUN: what pgBackRest keeps. ${reason}`);
    const first = now().getTime();
    const night = (days: number) => backUpPostgres(new Date(first + days * 86_400_000));
    expect([await night(0), await night(1), await night(7)]).toEqual(['full', 'differential', 'full']);
    expect(kept().map(({ type }) => type)).toEqual(['full', 'diff', 'full']);
    // Every backup is too old at the same time: pgBackRest has made all of them today.
    await night(29.5);
    expect(kept().map(({ type }) => type)).toEqual(['full']);
    expect(oldestLog()).toBe(kept()[0]?.archive.start);
  },
);

interface Kept {
  readonly type: string;
  readonly archive: { readonly start: string };
}

function info(): { backup: Kept[]; archive: { min: string }[] } | undefined {
  const args = ['--stanza=samay', 'info', '--output=json'];
  return (
    JSON.parse(execFileSync('pgbackrest', args, { encoding: 'utf8' })) as {
      backup: Kept[];
      archive: { min: string }[];
    }[]
  )[0];
}

const kept = () => info()?.backup ?? [];
const oldestLog = () => info()?.archive[0]?.min;
