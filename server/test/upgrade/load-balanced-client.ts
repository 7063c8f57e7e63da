/** A server of a rolling upgrade, and the release that it runs. */
export interface UpgradeServer {
  readonly release: 'old release' | 'new release';
  readonly address: string;
}

interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The expected status, 200 by default. */
  readonly status?: number;
}

export type Reply = Record<string, unknown>;

/**
 * A signed-in client whose requests go to different servers, as behind a load balancer. A failure
 * names the request and the server's release.
 */
export class LoadBalancedClient {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #token: string | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Returns a copy of the signed-in person: its later calls change nothing here. */
  copy(): LoadBalancedClient {
    const copy = new LoadBalancedClient(this.#origin);
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    copy.#token = this.#token;
    return copy;
  }

  /** Returns the person's headers, for requests that are sent without this client. */
  headers(): Record<string, string> {
    return {
      ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin: this.#origin,
    };
  }

  async signIn(server: UpgradeServer, email: string, password: string): Promise<void> {
    const reply = await this.call(server, 'POST', '/api/session', { body: { email, password }, status: 201 });
    this.#token = String(reply['accessToken']);
  }

  async refresh(server: UpgradeServer): Promise<void> {
    const headers = { origin: this.#origin, 'x-requested-with': 'samay', authorization: '' };
    const reply = await this.call(server, 'POST', '/api/session/refresh', { headers });
    this.#token = String(reply['accessToken']);
  }

  async get(server: UpgradeServer, path: string): Promise<Reply> {
    return this.call(server, 'GET', path);
  }

  /**
   * Sends a request. Throws with method, path, server and response if the status is not the
   * expected one.
   */
  async call(
    server: UpgradeServer,
    method: string,
    path: string,
    { body, headers = {}, status = 200 }: RequestOptions = {},
  ): Promise<Reply> {
    const response = await fetch(server.address + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...this.headers(),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    if (response.status !== status) {
      throw new Error(
        `${method} ${path} through the server of the ${server.release}: ${response.status} instead of ${status}: ${text}`,
      );
    }
    return text.startsWith('{') ? (JSON.parse(text) as Reply) : {};
  }
}
