import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Dependencies } from '../context/dependencies.ts';
import { getPlaces } from '../db/engines/embedded/embedded-directory.ts';

/**
 * The age limit of backups: people are promised that their data is deleted everywhere after thirty
 * days.
 */
const keptDays = 30;
const dayMs = 86_400_000;

const backupName = /^samay-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.tar\.gz\.age(\.unfinished)?$/;
/** Matches the name of a dump; it is encrypted if there was a key. */
const dumpName =
  /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)-before-migration\.tar\.gz(?:\.age)?(\.unfinished)?$/;

export function backupPath(folder: string, at: Date): string {
  return join(folder, `samay-${toText(at)}.tar.gz.age`);
}

/** Returns the path of a dump that is written before a migration. */
export function dumpPath(directory: string, at: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  return join(
    getPlaces(directory).backups,
    `${toText(at)}-before-migration.tar.gz${isEncrypted ? '.age' : ''}`,
  );
}

export function isDump(path: string): boolean {
  return /-before-migration\.tar\.gz(\.age)?$/.test(path);
}

interface Found {
  readonly path: string;
  readonly at: Date;
}

/** Lists the backups in a folder, the newest first. */
export async function listBackups(folder: string): Promise<Found[]> {
  return (await listNamed(folder, backupName)).filter(({ isUnfinished }) => !isUnfinished);
}

/**
 * Deletes the backups that are older than thirty days, and the leftovers of interrupted ones.
 * Returns the number of backups.
 */
export async function deleteOldBackups(folder: string, now: Date): Promise<number> {
  return deleteOld(await listNamed(folder, backupName), now);
}

/**
 * Deletes the dumps that were written before migrations more than thirty days ago, and the
 * leftovers of interrupted ones. A daily job.
 */
export async function deleteOldDumps({
  settings,
  clock,
}: Pick<Dependencies, 'settings' | 'clock'>): Promise<number> {
  return deleteOld(await listNamed(getPlaces(resolve(settings.dataDirectory)).backups, dumpName), clock());
}

async function deleteOld(found: readonly (Found & { isUnfinished: boolean })[], now: Date): Promise<number> {
  const isOld = (at: Date, days: number) => at.getTime() < now.getTime() - days * dayMs;
  const old = found.filter(({ at, isUnfinished }) => isOld(at, isUnfinished ? 1 : keptDays));
  for (const { path } of old) await rm(path, { force: true });
  return old.filter(({ isUnfinished }) => !isUnfinished).length;
}

async function listNamed(folder: string, pattern: RegExp): Promise<(Found & { isUnfinished: boolean })[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const [, at, unfinished] = pattern.exec(name) ?? [];
      return at === undefined
        ? []
        : [{ path: join(folder, name), at: toInstant(at), isUnfinished: unfinished !== undefined }];
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

/** Formats an instant for a file name: `2026-11-22T04-30-00-000Z`, without colons for Windows. */
function toText(at: Date): string {
  return at.toISOString().replaceAll(/[:.]/g, '-');
}

function toInstant(text: string): Date {
  const [day = '', time = ''] = text.replace('Z', '').split('T');
  const [hours, minutes, seconds, milliseconds] = time.split('-');
  return new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
}
