const mostFailures = 5;
const restMs = 60_000;

interface Line {
  failures: number;
  closedUntil: number;
}

/**
 * Pauses sending to an address for a minute after five failures in a row, so that a dead receiver
 * does not occupy workers. Times are milliseconds since the epoch.
 */
export class CircuitBreaker {
  readonly #lines = new Map<string, Line>();

  isResting(address: string, now: number): boolean {
    return (this.#lines.get(address)?.closedUntil ?? 0) > now;
  }

  noteSuccess(address: string): void {
    this.#lines.delete(address);
  }

  noteFailure(address: string, now: number): void {
    const failures = (this.#lines.get(address)?.failures ?? 0) + 1;
    this.#lines.set(address, { failures, closedUntil: failures >= mostFailures ? now + restMs : 0 });
  }
}
