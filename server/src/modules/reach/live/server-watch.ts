/** The time of three announcements of a running server (db/engines/postgres/announcer.ts). */
const silentMs = 15_000;
const lookEveryMs = 5_000;

/**
 * Detects servers that have ended without a notice. The changes that one had committed and not
 * announced are lost: `onLost` is called once, so that open screens fetch again (decision 0044).
 */
export class ServerWatch {
  /** The time of each server's last announcement, on this process's own clock. */
  readonly #heard = new Map<string, number>();
  readonly #onLost: () => void;
  readonly #timer: NodeJS.Timeout;

  constructor(onLost: () => void) {
    this.#onLost = onLost;
    this.#timer = setInterval(() => this.look(performance.now()), lookEveryMs).unref();
  }

  /** Notes that a server announced that it runs, or that it stops with all changes announced. */
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
