import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { DatabaseRefused } from '../../database.ts';
import { syncPath } from './sync-path.ts';

/** The major version of PostgreSQL in PGlite 0.5.16; another one cannot read its files. */
export const embeddedMajor = 18;

const Marker = z.object({
  engine: z.string(),
  postgres: z.number(),
  moved: z.string().optional(),
  demo: z.boolean().optional(),
});
type Marker = z.infer<typeof Marker>;

/**
 * Keeps PGlite's folder on disk, with fsync: Emscripten's NODEFS does not have it, so PostgreSQL's
 * calls had no effect. A failed fsync reaches PostgreSQL as EIO, and it stops rather than lose
 * rows.
 */
export function getPlaces(directory: string) {
  return {
    database: path.join(directory, 'database'),
    /**
     * The folder of a database that is being created; it is renamed to `database` when complete.
     */
    unfinished: path.join(directory, 'database.unfinished'),
    marker: path.join(directory, 'database.json'),
    backups: path.join(directory, 'backups'),
  };
}

/** Returns a path within the current folder as a relative one, which is shorter to read. */
export function friendlyPath(directory: string): string {
  const relative = path.relative(process.cwd(), directory);
  return relative.startsWith('..') || path.isAbsolute(relative) ? directory : `./${relative}`;
}

/**
 * Checks the marker. @throws DatabaseRefused when the directory was moved to PostgreSQL or belongs
 * to another engine or major version
 */
export function assertUsable(directory: string): void {
  const marker = readMarker(directory);
  const where = friendlyPath(directory);
  if (marker?.moved !== undefined) {
    throw new DatabaseRefused(
      `The data of ${where} was moved to PostgreSQL (${marker.moved}). Set DATABASE_URL to that database, or give DATA_DIR an empty folder.`,
    );
  }
  const version = path.join(getPlaces(directory).database, 'PG_VERSION');
  const found = fs.existsSync(version) ? Number(fs.readFileSync(version, 'utf8')) : marker?.postgres;
  if ((found !== undefined && found !== embeddedMajor) || (marker && marker.engine !== 'pglite')) {
    throw new DatabaseRefused(
      `${where} holds a database of ${marker?.engine ?? 'pglite'} ${found}, this Samay reads pglite ${embeddedMajor}. ` +
        'Open it with the version of Samay that wrote it, and use its backup or npm run move-to-postgres.',
    );
  }
}

export function markAsOurs(directory: string): void {
  writeMarker(directory, { engine: 'pglite', postgres: embeddedMajor });
}

/**
 * Marks the directory as moved, so that it is refused from then on; `target` names the new database
 * without a password.
 */
export function markAsMoved(directory: string, target: string): void {
  writeMarker(directory, { engine: 'pglite', postgres: embeddedMajor, moved: target });
}

/** Marks the directory as one with the demo, so that this is known without opening the database. */
export function markAsDemo(directory: string): void {
  writeMarker(directory, { engine: 'pglite', postgres: embeddedMajor, demo: true });
}

/** Returns whether the directory is marked as one with the demo. */
export function isMarkedAsDemo(directory: string): boolean {
  return readMarker(directory)?.demo ?? false;
}

function readMarker(directory: string): Marker | undefined {
  const { marker } = getPlaces(directory);
  if (!fs.existsSync(marker)) return undefined;
  try {
    return Marker.parse(JSON.parse(fs.readFileSync(marker, 'utf8')));
  } catch (error) {
    throw new DatabaseRefused(`${friendlyPath(marker)} is not readable as this folder's marker.`, {
      cause: error,
    });
  }
}

/** Writes the marker atomically: a new file replaces the old one. */
function writeMarker(directory: string, content: Marker): void {
  const { marker } = getPlaces(directory);
  const fresh = `${marker}.new`;
  fs.writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  syncPath(fresh);
  fs.renameSync(fresh, marker);
  syncPath(directory);
}
