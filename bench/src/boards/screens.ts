/** A press, as a screen is to show it: some text of the page. */
interface Awaited {
  readonly text: string;
  readonly seen: () => void;
}

/**
 * A board or a page of the application that is open: its stream says that something changed, and it fetches
 * what it shows, as its script does.
 */
export class OpenScreen {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #awaited: Awaited | undefined;
  #isLoading = false;
  #isAsked = false;

  private constructor(url: string, headers: Record<string, string>) {
    this.#url = url;
    this.#headers = headers;
  }

  /** Opens the stream and waits for its first bytes. */
  static async open(
    { live, content }: { readonly live: string; readonly content: string },
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<OpenScreen> {
    const reply = await fetch(live, { headers, signal });
    if (reply.status !== 200 || !reply.body) throw new Error(`${live} answered ${reply.status}`);
    const screen = new OpenScreen(content, headers);
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    void screen.#listen(reader).catch(() => undefined);
    return screen;
  }

  /** Waits until the screen has fetched a text. */
  async sees(text: string): Promise<void> {
    return new Promise((seen) => {
      this.#awaited = { text, seen };
    });
  }

  async #listen(reader: ReadableStreamDefaultReader<string>): Promise<void> {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      if (value.includes('event: change')) void this.#load();
    }
  }

  async #load(): Promise<void> {
    this.#isAsked = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    while (this.#isAsked) {
      this.#isAsked = false;
      const reply = await fetch(this.#url, { headers: this.#headers });
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(`${this.#url} answered ${reply.status}`);
      if (this.#awaited && text.includes(this.#awaited.text)) this.#awaited.seen();
    }
    this.#isLoading = false;
  }
}
