/**
 * A person at the pretend Google with a browser of their own, without a window: follows redirects with its cookies up to the
 * application's address, which is returned and not gone to. For tests that have no browser.
 */
export class IdentityVisitor {
  readonly #cookies = new Map<string, string>();

  /** Chooses an account (`email` of a known person; `verification` beside it for a typed one) and allows it. */
  async signIn(address: string, account: Record<string, string>): Promise<string> {
    const chooser = await this.get(address);
    if (chooser.text === '') return chooser.url;
    const consent = await this.post(chooser.url, account);
    return (await this.post(consent.url, { consent: 'yes' })).url;
  }

  get(url: string): Promise<Visited> {
    return this.#go(url, { method: 'GET' }, new URL(url).origin);
  }

  post(url: string, form: Record<string, string>): Promise<Visited> {
    return this.#go(url, { method: 'POST', body: new URLSearchParams(form) }, new URL(url).origin);
  }

  async #go(url: string, init: RequestInit, origin: string): Promise<Visited> {
    if (new URL(url).origin !== origin) return { url, text: '' };
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined) this.#cookies.set(name, value ?? '');
    }
    const location = response.headers.get('location');
    return location === null ? { url, text: await response.text() } : this.#go(new URL(location, url).href, { method: 'GET' }, origin);
  }
}

/** Where a request ended; no text where that is the application. */
interface Visited {
  readonly url: string;
  readonly text: string;
}
