import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError, escapeIdentifier } from 'pg';
import { type DatabaseLog, DatabaseRefused } from '../database.ts';
import type { Migration } from './migrations.ts';
import type { Queryable } from './pending-migrations.ts';

/**
 * The retries of a migration for a lock that another transaction holds. While it waits, others
 * queue behind it, so each wait is short.
 */
export interface LockRetries {
  readonly lockTimeoutMs: number;
  readonly pauseMs: number;
  readonly tries: number;
}

/** Three minutes in total. */
export const usualRetries: LockRetries = { lockTimeoutMs: 2_000, pauseMs: 4_000, tries: 30 };

const lockNotAvailable = '55P03';
const deadlock = '40P01';

/**
 * Matches a concurrent index build, alone in its file: PostgreSQL refuses it inside a transaction.
 */
const concurrentIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s/i;

/** Matches a setting of the transaction. */
const setting = /^set local [^;]+;/i;

/** Creates the table of applied migrations. */
export async function prepareList(client: Queryable, retries: LockRetries, log?: DatabaseLog): Promise<void> {
  await withRetries(client, 'schema_migrations', retries, log, async () => {
    await client.query(`create table if not exists public.schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now(),
      oldest_release text)`);
    // Grants reading to all: each server checks that its own migrations are applied, possibly with
    // another role than the migrating one.
    await client.query('grant select on public.schema_migrations to public');
  });
}

/**
 * Applies one migration in a transaction of its own, and retries while another transaction holds a
 * lock that it needs.
 *
 * @throws DatabaseRefused when the lock is held for too long; the database's error when the SQL
 *   fails
 */
export async function applyMigration(
  client: Queryable,
  migration: Migration,
  retries: LockRetries,
  log?: DatabaseLog,
): Promise<void> {
  const { name, sql } = migration;
  const [, index] = concurrentIndex.exec(sql.slice(startOfStatement(sql))) ?? [];
  if (index !== undefined) return buildIndex(client, migration, index);
  await withRetries(client, name, retries, log, async () => {
    for (const text of settingsApart(sql)) await client.query(text);
    await noteApplied(client, migration);
  });
}

/**
 * Splits the settings from the statements of a migration: Citus would send a text with several
 * statements to its workers as a whole.
 */
function settingsApart(sql: string): string[] {
  const start = startOfStatement(sql);
  const [leading] = setting.exec(sql.slice(start)) ?? [];
  if (leading === undefined) return [sql];
  const end = start + leading.length;
  return [sql.slice(0, end), ...settingsApart(sql.slice(end))];
}

/** Returns where the first statement begins, after the comments before it. */
function startOfStatement(sql: string): number {
  return /^(?:\s*--[^\n]*\n)*\s*/.exec(sql)?.[0].length ?? 0;
}

/**
 * Builds an index while other sessions read and write. An interrupted build leaves an invalid
 * index, which is dropped first.
 */
async function buildIndex(client: Queryable, migration: Migration, index: string): Promise<void> {
  try {
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [`public.${index}`],
    );
    if (rows[0]?.valid === false) await client.query(`drop index concurrently ${escapeIdentifier(index)}`);
    if (rows[0]?.valid !== true) await client.query(migration.sql);
    await noteApplied(client, migration);
  } catch (error) {
    throw failed(migration.name, error);
  }
}

async function noteApplied(client: Queryable, { name, checksum, oldestRelease }: Migration): Promise<void> {
  await client.query(
    'insert into public.schema_migrations (name, checksum, oldest_release) values ($1, $2, $3)',
    [name, checksum, oldestRelease ?? null],
  );
}

async function withRetries(
  client: Queryable,
  name: string,
  { lockTimeoutMs, pauseMs, tries }: LockRetries,
  log: DatabaseLog | undefined,
  work: () => Promise<void>,
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    await client.query('begin');
    try {
      // Uses a statement, because Citus passes it on to its workers, unlike set_config.
      await client.query(`set local lock_timeout = '${lockTimeoutMs}ms'`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isLocked(error)) throw failed(name, error);
      if (tried >= tries) throw lockedError(name, tried, error);
      log?.warn(
        { migration: name, tried },
        'a migration needs a lock that another transaction holds; it is tried again',
      );
      await wait(pauseMs);
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === lockNotAvailable || error.code === deadlock);
}

function lockedError(name: string, tried: number, cause: unknown): DatabaseRefused {
  return new DatabaseRefused(
    `The migration ${name} was tried ${tried} times: another transaction holds a lock on what it changes. ` +
      'Find that transaction in pg_stat_activity, end it, and start again. Nothing of the migration was kept.',
    { cause },
  );
}

function failed(name: string, error: unknown): Error {
  return new Error(
    `The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  );
}
