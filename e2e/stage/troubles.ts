import type { BrowserContext } from '@playwright/test';

/** What went wrong in the browsers of one journey, and what of it the journey brought about itself. */
export class Troubles {
  readonly #met: string[] = [];
  readonly #expected: RegExp[] = [];
  #isOver = false;

  /** Listens to every page of a browser: uncaught errors, console errors, and whatever the content security policy refuses. */
  watch(context: BrowserContext): void {
    context.on('weberror', (event) => this.#meet(`page error: ${event.error().stack ?? event.error().message}`));
    context.on('console', (message) => {
      const text = message.text();
      if (message.type() !== 'error' && !/content security policy/i.test(text)) return;
      this.#meet(`${text} (${message.location().url})`);
    });
  }

  /** Console errors like this belong to the journey: the browser itself reports every refused or failed request. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** What breaks off from here on does so because the browsers are closed. */
  end(): void {
    this.#isOver = true;
  }

  unexpected(): string[] {
    return this.#met.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  #meet(trouble: string): void {
    if (!this.#isOver) this.#met.push(trouble);
  }
}
