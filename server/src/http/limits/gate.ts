import type { FastifyInstance } from 'fastify';
import { AppError, assertThat } from '../../core/app-error.ts';

/**
 * Admits a limited number of requests at a time. The others wait in their order outside of the queue for connections, where
 * they would keep desks from the database.
 */
export class Gate {
  #free: number;
  readonly #waitMs: number;
  readonly #waiting = new Set<() => void>();

  constructor({ places, waitMs }: { readonly places: number; readonly waitMs: number }) {
    this.#free = places;
    this.#waitMs = waitMs;
  }

  /** Waits for a place, and returns how to leave it. @throws `server.unavailable` after the longest wait */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    let isIn = true;
    return () => {
      if (isIn) this.#leave();
      isIn = false;
    };
  }

  async #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = () => {
        clearTimeout(tired);
        resolve();
      };
      const tired = setTimeout(() => {
        this.#waiting.delete(next);
        reject(new AppError('server.unavailable', { retryAfter: 5 }));
      }, this.#waitMs);
      this.#waiting.add(next);
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

/** Has the requests of a scope enter a gate before they are handled, and leave it with their answer. */
export function waitAtGate(scope: FastifyInstance, gate: Gate): void {
  scope.addHook('preHandler', async (_request, { raw }) => {
    const leave = await gate.enter();
    // A visitor who went away while they waited has been closed already, and would never leave.
    if (raw.destroyed) leave();
    assertThat(!raw.destroyed, 'server.unavailable');
    for (const end of ['finish', 'close']) raw.once(end, leave);
  });
}
