import type { Settings } from '../../../core/settings.ts';
import { AppError } from '../../../core/app-error.ts';

/** How long a browser waits before it asks for its stream again. */
const retrySeconds = 15;

/** The streams that stand open in this process, and whose they are (reliability.md 5.4). */
export class OpenStreams {
  readonly #counts = new Map<string, number>();

  /**
   * Counts a stream until the returned function is called. Refuses with 429 `request.too_many` what one person or one business has too many
   * of; the others stay open.
   */
  enter(userId: string, tenantId: string, limits: Settings['limits']): () => void {
    const isFull = this.#of(userId) >= limits.streamsPerUser || this.#of(tenantId) >= limits.streamsPerTenant;
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
