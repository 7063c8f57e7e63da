import { statfsSync } from 'node:fs';

/**
 * The free space of a disk: `low` is worth a warning, at `full` no new data is accepted, at
 * `exhausted` nothing is written.
 */
export type Room = 'ample' | 'low' | 'full' | 'exhausted';

export interface DiskOptions {
  /** The folder of the data. */
  readonly directory: string;
  /** Less free space than this is `low`. */
  readonly warningMb: number;
  /** Less free space than this is `full`, less than half of it `exhausted`. */
  readonly reserveMb: number;
  readonly log?: DiskLog | undefined;
  /** Returns the free megabytes; tests replace it. */
  readonly free?: (directory: string) => number;
}

interface DiskLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const everyMs = 1_000;
/**
 * The factor by which leaving a state takes more space than entering it did, so that the state does
 * not change with each file.
 */
const slack = 1.1;
const rooms: readonly Room[] = ['exhausted', 'full', 'low', 'ample'];

/** Watches the free space of the disk with the data (decision 0022). */
export class Disk {
  readonly #options: DiskOptions;
  readonly #listeners = new Set<(room: Room) => void>();
  #room: Room = 'ample';

  constructor(options: DiskOptions) {
    this.#options = options;
  }

  /** Checks whether no new data may be accepted now. */
  isFull(): boolean {
    const room = this.check();
    return room === 'full' || room === 'exhausted';
  }

  /** Returns the state of the free space. Logs a change and passes it to the listeners. */
  check(): Room {
    const { warningMb, reserveMb } = this.#options;
    const before = this.#room;
    const free = freeOrUndefined(this.#options);
    if (free === undefined) return before;
    const limits = { exhausted: reserveMb / 2, full: reserveMb, low: warningMb, ample: Infinity };
    const isAtMost = (room: Room) =>
      free < limits[room] * (rooms.indexOf(before) <= rooms.indexOf(room) && room !== 'ample' ? slack : 1);
    const room = rooms.find(isAtMost) ?? 'ample';
    if (room === before) return room;
    this.#room = room;
    this.#say(room, Math.floor(free));
    for (const listener of this.#listeners) listener(room);
    return room;
  }

  /**
   * Checks every second, so that a change is noticed without requests too. Returns a function that
   * ends the watch.
   */
  watch(changed: (room: Room) => void): () => Promise<void> {
    this.#listeners.add(changed);
    const timer = setInterval(() => this.check(), everyMs).unref();
    return async () => {
      clearInterval(timer);
      this.#listeners.delete(changed);
    };
  }

  #say(room: Room, freeMb: number): void {
    const { directory, log } = this.#options;
    const where = `the disk of ${directory} has ${freeMb} MB left`;
    if (room === 'ample') log?.info({ freeMb }, `${where}, which is enough again`);
    else if (room === 'low')
      log?.warn({ freeMb }, `${where}: make room before nothing can be saved any more`);
    else
      log?.error(
        { freeMb },
        `${where}: ${room === 'full' ? 'nothing new is taken in' : 'nothing is written any more'} until there is room`,
      );
  }
}

/**
 * Returns the free megabytes; undefined if the folder cannot be read: the next write to it reports
 * the cause.
 */
function freeOrUndefined({ directory, free = freeMegabytes }: DiskOptions): number | undefined {
  try {
    return free(directory);
  } catch {
    return undefined;
  }
}

/** Returns the megabytes that a process without privileges may still write to a disk. */
export function freeMegabytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return (bavail * bsize) / 1_048_576;
}

/** PostgreSQL's `disk_full`, and the system's codes for a full disk or quota. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** PostgreSQL's `read_only_sql_transaction`. */
const readOnlyCode = '25006';

/**
 * Returns whether an error means that nothing could be saved for lack of space: on the database's
 * disk, or on this machine, where writing was stopped.
 */
export function isStorageFull(error: unknown, disk: Disk | undefined): boolean {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return fullCodes.has(code) || (code === readOnlyCode && disk?.isFull() === true);
}
