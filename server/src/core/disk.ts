import { statfsSync } from 'node:fs';
import type { DatabaseLog } from '../db/client/database.ts';

/** How much room a disk has: `low` is worth a warning, at `full` nothing new is taken in, at `exhausted` nothing at all is written. */
export type Room = 'ample' | 'low' | 'full' | 'exhausted';

export interface DiskOptions {
  /** Where the data lies. */
  readonly directory: string;
  /** Less than so much is `low`. */
  readonly warningMb: number;
  /** Less than so much is `full`, less than half of it `exhausted`. */
  readonly reserveMb: number;
  readonly log?: DiskLog | undefined;
  /** How many megabytes are free; the disk is asked unless a test says. */
  readonly free?: (directory: string) => number;
}

interface DiskLog extends DatabaseLog {
  info(fields: object, message: string): void;
}

const everyMs = 1_000;
/** Leaving a state takes a tenth more room than entering it did, or it would come and go with each file. */
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

  /** Whether nothing new may be taken in, looked up now. */
  isFull(): boolean {
    const room = this.look();
    return room === 'full' || room === 'exhausted';
  }

  /** The room there is now. Says so in the log and to the listeners when it has changed. */
  look(): Room {
    const { warningMb, reserveMb } = this.#options;
    const before = this.#room;
    const free = freeOrUndefined(this.#options);
    if (free === undefined) return before;
    const limits = { exhausted: reserveMb / 2, full: reserveMb, low: warningMb, ample: Infinity };
    const isAtMost = (room: Room) => free < limits[room] * (rooms.indexOf(before) <= rooms.indexOf(room) && room !== 'ample' ? slack : 1);
    const room = rooms.find(isAtMost) ?? 'ample';
    if (room === before) return room;
    this.#room = room;
    this.#say(room, Math.floor(free));
    for (const hear of this.#listeners) hear(room);
    return room;
  }

  /** Looks every second, so that it is known without requests too. Returns how to stop. */
  watch(changed: (room: Room) => void): () => Promise<void> {
    this.#listeners.add(changed);
    const timer = setInterval(() => this.look(), everyMs).unref();
    return async () => {
      clearInterval(timer);
      this.#listeners.delete(changed);
    };
  }

  #say(room: Room, freeMb: number): void {
    const { directory, log } = this.#options;
    const where = `the disk of ${directory} has ${freeMb} MB left`;
    if (room === 'ample') log?.info({ freeMb }, `${where}, which is enough again`);
    else if (room === 'low') log?.warn({ freeMb }, `${where}: make room before nothing can be saved any more`);
    else
      log?.error(
        { freeMb },
        `${where}: ${room === 'full' ? 'nothing new is taken in' : 'nothing is written any more'} until there is room`,
      );
  }
}

/** Undefined where the folder cannot be looked at: whoever writes to it says why. */
function freeOrUndefined({ directory, free = freeMegabytes }: DiskOptions): number | undefined {
  try {
    return free(directory);
  } catch {
    return undefined;
  }
}

/** What a disk has left for a process without privileges. */
export function freeMegabytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return (bavail * bsize) / 1_048_576;
}
