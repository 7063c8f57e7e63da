import type { EventEmitter } from 'node:events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../core/app-error.ts';

interface GateSize {
  readonly places: number;
  /** How many wait at most; more are refused immediately. */
  readonly mostWaiting: number;
  readonly waitMs: number;
}

/**
 * Admits a limited number of requests at a time. The others wait in their order outside of the queue for connections, where
 * they would keep desks from the database.
 */
export class Gate {
  #free: number;
  readonly #size: GateSize;
  readonly #waiting = new Set<() => void>();

  constructor(size: GateSize) {
    this.#free = size.places;
    this.#size = size;
  }

  /**
   * Waits for a place, and returns how to leave it. A visitor whose response closes meanwhile waits no longer.
   * @throws `server.unavailable` after the longest wait, and where too many wait
   */
  async enter(response?: EventEmitter & { readonly destroyed: boolean }): Promise<() => void> {
    if (response?.destroyed) throw refused();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(response);
    let isIn = true;
    return () => {
      if (isIn) this.#leave();
      isIn = false;
    };
  }

  async #wait(response: EventEmitter | undefined): Promise<void> {
    if (this.#waiting.size >= this.#size.mostWaiting) throw refused();
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(tired);
        this.#waiting.delete(next);
        response?.off('close', giveUp);
      };
      const next = () => {
        end();
        resolve();
      };
      const giveUp = () => {
        end();
        reject(refused());
      };
      const tired = setTimeout(giveUp, this.#size.waitMs);
      this.#waiting.add(next);
      response?.once('close', giveUp);
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#free += 1;
  }
}

function refused(): AppError {
  return new AppError('server.unavailable', { retryAfter: 5 });
}

const places = new WeakMap<FastifyRequest, () => void>();

/** Leaves the gate before the answer: what follows waits for others than the database. */
export function leaveGate(request: FastifyRequest): void {
  places.get(request)?.();
}

/**
 * Has the handlers of the routes that a scope binds from now on wait at a gate. A place is left when the answer is written,
 * however long it takes to be read, and is kept by the reads of a visitor who went away.
 */
export function waitAtGate(scope: FastifyInstance, gate: Gate): void {
  scope.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function handleInside(request, reply) {
      const leave = await gate.enter(reply.raw);
      places.set(request, leave);
      try {
        return await handler.call(this, request, reply);
      } finally {
        leave();
      }
    };
  });
  scope.addHook('onSend', async (request) => leaveGate(request));
}
