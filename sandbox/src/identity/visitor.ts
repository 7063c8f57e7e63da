/**
 * A user of the simulated Google for tests without a browser: keeps cookies and follows redirects
 * up to the application's address, which it returns without requesting it.
 */
export class IdentityVisitor {
  readonly #cookies = new Map<string, string>();

  /**
   * Chooses an account and gives consent. `account` has the `email` of a known account; with
   * `verification` it creates a new one.
   */
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
    return location === null
      ? { url, text: await response.text() }
      : this.#go(new URL(location, url).href, { method: 'GET' }, origin);
  }
}

/** The last page of a chain of redirects. `text` is empty for the application's address. */
interface Visited {
  readonly url: string;
  readonly text: string;
}
