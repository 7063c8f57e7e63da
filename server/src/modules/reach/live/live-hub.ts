import { Change } from '@samay/contract/reach/live';
import type { Dependencies } from '../../../context/dependencies.ts';
import { ServerWatch } from './server-watch.ts';

/** `gap`: changes may have been missed. `ended`: the session that this listener watches has ended. */
type LiveEvent = Change | 'gap' | 'ended';
type Listener = (event: LiveEvent) => void;

/** A page reads its first rows while its stream is opening, and could miss a change meanwhile. As long as the page treats them as fresh. */
const recentMs = 10_000;

/** Listens to the database once for this process and sends each open stream of a business which of its rows changed. */
export class LiveHub {
  readonly #listeners = new Map<string, Set<Listener>>();
  #stop: () => Promise<void> = async () => {};
  readonly #closing = new Set<() => void>();
  /** When a business last changed, for those that did within `recentMs`, oldest first. */
  readonly #changed = new Map<string, number>();
  readonly #servers = new ServerWatch(() => this.#announceGap());
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
   * Notifies a listener of the changes of one business, or the end of one session, until the returned function is called. A recent change is
   * reported as a `gap` at once.
   */
  subscribe(id: string, listener: Listener, onClose: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    this.#closing.add(onClose);
    this.#forgetOld();
    if (this.#changed.has(id)) listener('gap');
    // Requested before the server stopped and opened after it: it must not delay the end.
    if (this.#isClosed) setImmediate(onClose);
    return () => {
      listeners.delete(listener);
      this.#closing.delete(onClose);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#servers.stop();
    for (const onClose of this.#closing) onClose();
    await this.#stop();
  }

  /** `<tenant> <topic> <id> <operation>`, as verbs and the triggers of migrations 0004 and 0007 announce it, or `server <id> <state>`. */
  #announce(payload: string): void {
    const [tenantId = '', table = '', id = '', operation = ''] = payload.split(' ');
    if (tenantId === 'server') return this.#servers.hear(table, id);
    if (!Change.shape.operation.safeParse(operation).success) return;
    this.#forgetOld();
    this.#changed.delete(tenantId);
    this.#changed.set(tenantId, performance.now());
    const event = eventOf({ table, id, operation });
    for (const listener of this.#listeners.get(tenantId) ?? []) listener(event);
  }

  #forgetOld(): void {
    const since = performance.now() - recentMs;
    for (const [tenantId, at] of this.#changed) {
      if (at >= since) return;
      this.#changed.delete(tenantId);
    }
  }

  #announceGap(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener('gap');
  }
}

/** The end of a session is announced under the session's id (migration 0009). A topic of a newer release's trigger is reported as a gap. */
function eventOf(change: { readonly table: string; readonly id: string; readonly operation: string }): LiveEvent {
  if (change.table === 'sessions') return 'ended';
  return Change.safeParse(change).data ?? 'gap';
}
