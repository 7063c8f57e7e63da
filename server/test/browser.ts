import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@samay/contract/endpoint';
import type { ErrorReply } from '@samay/contract/errors';
import type { Role } from '@samay/contract/roles';
import { refreshSession, signIn, signOut } from '@samay/contract/session';
import type { FastifyInstance } from 'fastify';
import { asPlatform } from '../src/db/tenant.ts';
import { emailKey, hashPassword } from '../src/features/session/index.ts';
import type { TestApp } from './app.ts';
import type { BuiltTenant } from './builders.ts';

export interface BrowserReply {
  readonly status: number;
  /** The JSON that came back; tests know what they asked for. */
  readonly body: { readonly accessToken: string; readonly expiresAt: string } & Record<string, unknown>;
  readonly error: ErrorReply['error'] | undefined;
  readonly headers: Record<string, unknown>;
  /** The cookies that this reply set or took away. */
  readonly cookies: readonly SetCookie[];
}

export interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly maxAge?: number;
  readonly [attribute: string]: unknown;
}

interface Outgoing {
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  /** For the parts of the address; a fresh id for each that is not given. */
  readonly params?: Record<string, string>;
  readonly headers?: Record<string, string>;
  /** False: as a page that has forgotten its token. */
  readonly token?: boolean;
}

/** A browser that signs in through the front door: it keeps cookies and the access token, and comes from an address of its own. */
export class Browser {
  readonly #app: FastifyInstance;
  readonly address: string;
  readonly cookies: Map<string, string>;
  accessToken: string | undefined;

  constructor(app: FastifyInstance, options: { address?: string; cookies?: Map<string, string> } = {}) {
    this.#app = app;
    this.address = options.address ?? '203.0.113.7';
    this.cookies = options.cookies ?? new Map();
  }

  /** The same browser at this moment: what it does later leaves this one's cookies as they are. */
  copy(): Browser {
    const copy = new Browser(this.#app, { address: this.address, cookies: new Map(this.cookies) });
    copy.accessToken = this.accessToken;
    return copy;
  }

  async signIn(email: string, password: string, remember = false, headers: Record<string, string> = {}): Promise<BrowserReply> {
    const reply = await this.send(signIn, { body: { email, password, remember }, headers, token: false });
    if (reply.status === 201) this.accessToken = reply.body.accessToken;
    return reply;
  }

  async refresh(headers: Record<string, string> = {}): Promise<BrowserReply> {
    const reply = await this.send(refreshSession, { headers: { 'x-requested-with': 'samay', ...headers }, token: false });
    if (reply.status === 200) this.accessToken = reply.body.accessToken;
    return reply;
  }

  async signOut(headers: Record<string, string> = {}): Promise<BrowserReply> {
    return this.send(signOut, { headers });
  }

  async send(endpoint: Endpoint, { body, query, params, headers = {}, token = true }: Outgoing = {}): Promise<BrowserReply> {
    const response = await this.#app.inject({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/:(\w+)/g, (_whole, name: string) => params?.[name] ?? randomUUID()),
      remoteAddress: this.address,
      cookies: Object.fromEntries(this.cookies),
      headers: { ...(token && this.accessToken && { authorization: `Bearer ${this.accessToken}` }), ...headers },
      ...(query && { query }),
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const cookies = response.cookies as unknown as SetCookie[];
    for (const { name, value, maxAge } of cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const parsed: unknown = response.headers['content-type']?.toString().includes('json') ? response.json() : {};
    return {
      status: response.statusCode,
      body: parsed as BrowserReply['body'],
      error: (parsed as Partial<ErrorReply>).error,
      headers: response.headers,
      cookies,
    };
  }
}

export interface BuiltPerson {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

const password = 'correct horse';
let hash: Promise<string> | undefined;

/** A person who can sign in with a password; with a role in a business where one is given. */
export async function buildPerson(
  { database }: Pick<TestApp, 'database'>,
  tenant: BuiltTenant | null = null,
  role: Exclude<Role, 'SUPER_ADMIN'> = 'EMPLOYEE',
  person: { email?: string; name?: string | null; passwordHash?: string | null } = {},
): Promise<BuiltPerson> {
  const id = randomUUID();
  const email = person.email ?? `${id}@people.example`;
  hash ??= hashPassword(password);
  const passwordHash = person.passwordHash === undefined ? await hash : person.passwordHash;
  const fullName = person.name === undefined ? 'Asha Kulkarni' : person.name;
  await asPlatform({ database }, async (tx) => {
    await tx
      .insertInto('users')
      .values({ id, email, email_key: emailKey(email), full_name: fullName, password_hash: passwordHash })
      .execute();
    if (tenant) await tx.insertInto('memberships').values({ tenant_id: tenant.id, user_id: id, role }).execute();
  });
  return { id, email, password };
}
