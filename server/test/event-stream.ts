import { setTimeout as wait } from 'node:timers/promises';
import { type Change, openLive } from '@samay/contract/live';
import type { Client } from './client.ts';

/** An open stream of changes, as a browser reads it. */
export class EventStream {
  readonly response: Response;
  readonly #abort: AbortController;
  /** Everything that came, as it came. */
  text = '';
  hasEnded = false;
  /** Set when it broke off instead of ending; also when it is closed here. */
  hasBroken = false;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    void this.#read();
  }

  static async open(address: string, client: Client): Promise<EventStream> {
    return EventStream.opening(`${address}${openLive.path}`, client.headers());
  }

  /** However it is asked for. */
  static async opening(url: string, headers: Record<string, string>): Promise<EventStream> {
    const abort = new AbortController();
    const response = await fetch(url, { headers, signal: abort.signal });
    return new EventStream(response, abort);
  }

  get changes(): Change[] {
    return [...this.text.matchAll(/^event: change\ndata: (.*)\n\n/gm)].map((match) => JSON.parse(match[1] ?? '') as Change);
  }

  /** Waits until the stream fulfils something, at most so many milliseconds; says whether it did. */
  async until(isSo: (stream: EventStream) => boolean, ms = 2_000): Promise<boolean> {
    for (let waited = 0; waited < ms && !isSo(this); waited += 10) await wait(10);
    return isSo(this);
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    try {
      for await (const chunk of this.response.body ?? []) this.text += Buffer.from(chunk).toString('utf8');
    } catch (error) {
      if (!(error instanceof Error)) throw error; // closed by us, or by the server
      this.hasBroken = true;
    }
    this.hasEnded = true;
  }
}
