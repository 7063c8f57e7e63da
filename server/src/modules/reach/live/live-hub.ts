import type { Change } from '@samay/contract/reach/live';
import type { Dependencies } from '../../../context/dependencies.ts';

type Hear = (change: Change | 'gap') => void;

/** A page reads its first rows while its stream is still opening: what changed meanwhile is in neither. As long as what was read counts as fresh. */
const readingMs = 10_000;

/** Listens once for all of this process and tells each open screen of a business that one of its rows changed. */
export class LiveHub {
  readonly #listeners = new Map<string, Set<Hear>>();
  #stop: () => Promise<void> = async () => {};
  readonly #closing = new Set<() => void>();
  /** When a business last changed, of those that did within `readingMs`, oldest first. */
  readonly #changed = new Map<string, number>();
  #isClosed = false;

  static async open(dependencies: Dependencies): Promise<LiveHub> {
    const hub = new LiveHub();
    hub.#stop = await dependencies.database.listen(
      'changes',
      (payload) => hub.#announce(payload),
      () => hub.#announceGap(),
    );
    return hub;
  }

  /**
   * Hears the changes of one business until the returned function is called; `gap` says that some may have been missed: at once where
   * there were any of late.
   */
  subscribe(tenantId: string, hear: Hear, onClose: () => void): () => void {
    const listeners = this.#listeners.get(tenantId) ?? new Set();
    this.#listeners.set(tenantId, listeners.add(hear));
    this.#closing.add(onClose);
    this.#forgetOld();
    if (this.#changed.has(tenantId)) hear('gap');
    // Asked for before the end and opened after it: it must not keep the server waiting.
    if (this.#isClosed) setImmediate(onClose);
    return () => {
      listeners.delete(hear);
      this.#closing.delete(onClose);
      if (listeners.size === 0) this.#listeners.delete(tenantId);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const onClose of this.#closing) onClose();
    await this.#stop();
  }

  /** `<tenant> <table> <id> <operation>`, as the trigger of migration 0004 writes it. */
  #announce(payload: string): void {
    const [tenantId = '', table = '', id = '', operation] = payload.split(' ');
    if (operation !== 'insert' && operation !== 'update' && operation !== 'delete') return;
    this.#forgetOld();
    this.#changed.delete(tenantId);
    this.#changed.set(tenantId, performance.now());
    for (const hear of this.#listeners.get(tenantId) ?? []) hear({ table, id, operation });
  }

  #forgetOld(): void {
    const since = performance.now() - readingMs;
    for (const [tenantId, at] of this.#changed) {
      if (at >= since) return;
      this.#changed.delete(tenantId);
    }
  }

  #announceGap(): void {
    for (const listeners of this.#listeners.values()) for (const hear of listeners) hear('gap');
  }
}
