import type { Settings } from '../../../core/settings.ts';
import type { Metrics } from '../../../core/metrics.ts';
import { AppError } from '../../../core/app-error.ts';

/** The `Retry-After` of a refused stream. */
const retrySeconds = 15;

/** Counts open streams of this process by person and business. */
export class OpenStreams {
  readonly #counts = new Map<string, number>();

  /**
   * Counts a stream until the returned function is called. @throws `request.too_many`; open streams
   * stay.
   */
  enter(userId: string, tenantId: string, limits: Settings['limits'], metrics?: Metrics): () => void {
    const isFull = this.#of(userId) >= limits.streamsPerUser || this.#of(tenantId) >= limits.streamsPerTenant;
    if (isFull) metrics?.limitHit('streams');
    if (isFull) throw new AppError('request.too_many', { retryAfter: retrySeconds });
    this.#add(userId, 1);
    this.#add(tenantId, 1);
    return () => {
      this.#add(userId, -1);
      this.#add(tenantId, -1);
    };
  }

  #of(id: string): number {
    return this.#counts.get(id) ?? 0;
  }

  #add(id: string, change: 1 | -1): void {
    const count = this.#of(id) + change;
    if (count === 0) this.#counts.delete(id);
    else this.#counts.set(id, count);
  }
}
