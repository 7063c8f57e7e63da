/** Three announcements in which a server says that it is there (db/engines/postgres/announcer.ts). */
const silentMs = 15_000;
const lookEveryMs = 5_000;

/**
 * Notices servers that have ended without saying so. What one had committed and not announced is
 * missed: `onLost` is called once, so that open screens fetch again (decision 0044).
 */
export class ServerWatch {
  /** When each server was last heard, on this process's own clock. */
  readonly #heard = new Map<string, number>();
  readonly #onLost: () => void;
  readonly #timer: NodeJS.Timeout;

  constructor(onLost: () => void) {
    this.#onLost = onLost;
    this.#timer = setInterval(() => this.look(performance.now()), lookEveryMs).unref();
  }

  /** A server said that it is there, or that it stops with everything announced. */
  hear(server: string, state: string, at = performance.now()): void {
    if (state === 'stopped') this.#heard.delete(server);
    else this.#heard.set(server, at);
  }

  look(now: number): void {
    const lost = [...this.#heard].filter(([, at]) => now - at > silentMs);
    for (const [server] of lost) this.#heard.delete(server);
    if (lost.length > 0) this.#onLost();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
