/** A server of a rolling upgrade, by the release that it runs. */
export interface Serving {
  readonly release: 'last release' | 'new release';
  readonly address: string;
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** What the answer must be; 200 unless told. */
  readonly status?: number;
}

export type Reply = Record<string, unknown>;

/** Someone whose requests reach now one server and now the other, as behind a load balancer. What fails says which verb, and through which server. */
export class Person {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #token: string | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async signIn(server: Serving, email: string, password: string): Promise<void> {
    const reply = await this.call(server, 'POST', '/api/session', { body: { email, password }, status: 201 });
    this.#token = String(reply['accessToken']);
  }

  async refresh(server: Serving): Promise<void> {
    const headers = { origin: this.#origin, 'x-requested-with': 'samay', authorization: '' };
    const reply = await this.call(server, 'POST', '/api/session/refresh', { headers });
    this.#token = String(reply['accessToken']);
  }

  async get(server: Serving, path: string): Promise<Reply> {
    return this.call(server, 'GET', path);
  }

  /** Fails with the verb, the server and its answer where the status is another than expected. */
  async call(server: Serving, method: string, path: string, { body, headers = {}, status = 200 }: Sent = {}): Promise<Reply> {
    const response = await fetch(server.address + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: this.#origin,
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
      throw new Error(`${method} ${path} through the server of the ${server.release}: ${response.status} instead of ${status}: ${text}`);
    }
    return text.startsWith('{') ? (JSON.parse(text) as Reply) : {};
  }
}
