import { setTimeout as wait } from 'node:timers/promises';
import { Change } from '@samay/contract/reach/live';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { LiveStream } from './live-stream.ts';
import { ServerWatch } from './server-watch.ts';
import { SessionChecks } from './session-checks.ts';

/**
 * The time for which a page treats its first rows as fresh, and in which it reads them while its
 * stream opens.
 */
const recentMs = 10_000;

/** The time in which the server can answer one browser that fetches its whole screen. */
const refetchMs = 4;
/** The number of browsers that are told together to do so. */
const toldTogether = 25;
/** About the time that a server takes to restart. */
const restartMs = 1_000;

const gap = 'event: gap\ndata: {}\n\n';

/**
 * Listens to the database once for this process and sends the open streams of a business the
 * changes of its rows.
 */
export class LiveHub {
  /** The streams of each business and of each session, by its id. */
  readonly #streams = new Map<string, Set<LiveStream>>();
  readonly #open = new Set<LiveStream>();
  readonly #checks: SessionChecks;
  /** The events of each business that are not sent yet. */
  readonly #waiting = new Map<string, string>();
  /**
   * The last change of each business, and the ends of sessions, within `recentMs`, oldest first.
   */
  readonly #changed = new Map<string, number>();
  /** The open streams that are still to get a gap. */
  #toTell: LiveStream[] = [];
  readonly #servers = new ServerWatch(() => void this.#announceGap());
  #stop: () => Promise<void> = async () => {};
  #isClosed = false;

  private constructor(dependencies: Dependencies) {
    this.#checks = new SessionChecks(dependencies);
  }

  static async open(dependencies: Dependencies): Promise<LiveHub> {
    const hub = new LiveHub(dependencies);
    hub.#stop = await dependencies.database.listen(
      'changes',
      (payload) => hub.#announce(payload),
      () => {
        dependencies.metrics?.listenerLost();
        void hub.#announceGap();
      },
    );
    return hub;
  }

  /**
   * Adds a stream until the returned function is called. A recent change is sent immediately, as a
   * `gap`.
   */
  add(stream: LiveStream): () => void {
    const ids = [stream.tenantId, stream.sessionId];
    for (const id of ids) this.#streams.set(id, (this.#streams.get(id) ?? new Set()).add(stream));
    this.#open.add(stream);
    const uncheck = this.#checks.add(stream);
    this.#forgetOld();
    if (this.#changed.has(stream.tenantId)) stream.send(Buffer.from(gap));
    // Ends the stream if the session ended while it was opening, or the server stopped.
    if (this.#changed.has(stream.sessionId) || this.#isClosed) stream.end();
    return () => {
      uncheck();
      this.#open.delete(stream);
      for (const id of ids) {
        const streams = this.#streams.get(id);
        streams?.delete(stream);
        if (streams?.size === 0) this.#streams.delete(id);
      }
    };
  }

  /**
   * Ends every stream. Browsers are told when to reconnect, spread over a time that grows with
   * their number.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#checks.stop();
    this.#servers.stop();
    const spreadMs = this.#open.size * refetchMs;
    for (const stream of this.#open)
      stream.end(`retry: ${Math.round(restartMs + Math.random() * spreadMs)}\n\n`);
    await this.#stop();
  }

  /**
   * `<tenant> <topic> <id> <operation>`, as verbs and the trigger `announce_staff` announce it,
   * or `server <id> <state>`. The end of a session is announced under the session's id
   * (`announce_session_end`). A topic of a newer release is sent as a gap.
   */
  #announce(payload: string): void {
    const [id = '', table = '', row = '', operation = ''] = payload.split(' ');
    if (id === 'server') return this.#servers.hear(table, row);
    if (!Change.shape.operation.safeParse(operation).success) return;
    this.#forgetOld();
    this.#changed.delete(id);
    this.#changed.set(id, performance.now());
    if (table === 'sessions') {
      for (const stream of this.#streams.get(id) ?? []) stream.end();
      return;
    }
    const { data } = Change.safeParse({ table, id: row, operation });
    this.#sendSoon(id, data ? `event: change\ndata: ${JSON.stringify(data)}\n\n` : gap);
  }

  /** Notifications that arrive together are sent together: one write to each stream. */
  #sendSoon(tenantId: string, event: string): void {
    if (!this.#streams.has(tenantId)) return;
    if (this.#waiting.size === 0) queueMicrotask(() => this.#sendWaiting());
    this.#waiting.set(tenantId, (this.#waiting.get(tenantId) ?? '') + event);
  }

  #sendWaiting(): void {
    for (const [tenantId, events] of this.#waiting) {
      const bytes = Buffer.from(events);
      for (const stream of this.#streams.get(tenantId) ?? []) stream.send(bytes);
    }
    this.#waiting.clear();
  }

  #forgetOld(): void {
    const since = performance.now() - recentMs;
    for (const [tenantId, at] of this.#changed) {
      if (at >= since) return;
      this.#changed.delete(tenantId);
    }
  }

  /**
   * Browsers fetch their whole screen again, so they are told no faster than the server can answer.
   * A further gap begins again with those that were told.
   */
  async #announceGap(): Promise<void> {
    const isTelling = this.#toTell.length > 0;
    this.#toTell = [...this.#open];
    if (isTelling) return;
    const bytes = Buffer.from(gap);
    while (this.#toTell.length > 0 && !this.#isClosed) {
      for (const stream of this.#toTell.splice(0, toldTogether)) stream.send(bytes);
      await wait(toldTogether * refetchMs, undefined, { ref: false });
    }
  }
}
