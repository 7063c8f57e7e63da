import type { BodyInput, Endpoint, QueryInput, ReplyOf } from '@samay/contract/endpoint';
import type { ErrorReply } from '@samay/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

interface Identity {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly accessToken: string;
  readonly device: string;
}

export interface CallInput<E> {
  readonly params?: Record<string, string>;
  readonly query?: QueryInput<E>;
  readonly body?: BodyInput<E>;
  readonly idempotencyKey?: string;
}

export interface Answered<E> {
  readonly status: number;
  readonly body: ReplyOf<E>;
  /** What an error reply says; undefined for a good answer. */
  readonly error: ErrorReply['error'] | undefined;
  readonly headers: Record<string, unknown>;
}

/** Calls the app as a browser would: with a bearer token and a device cookie, or as nobody. */
export class Client {
  readonly #app: FastifyInstance;
  readonly identity: Identity | undefined;

  constructor(app: FastifyInstance, identity?: Identity) {
    this.#app = app;
    this.identity = identity;
  }

  async call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    endpoint: Endpoint<P, Q, B, R>,
    input: CallInput<Endpoint<P, Q, B, R>> = {},
  ): Promise<Answered<Endpoint<P, Q, B, R>>> {
    return this.send(endpoint, input);
  }

  /** The same without types, for what the contract forbids. */
  async send(
    endpoint: Endpoint,
    input: {
      params?: Record<string, string>;
      query?: unknown;
      body?: unknown;
      idempotencyKey?: string;
      headers?: Record<string, string>;
    } = {},
  ): Promise<Answered<never>> {
    const response = await this.#app.inject({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(input.params?.[name] ?? '')),
      ...(input.query ? { query: input.query as Record<string, string> } : {}),
      ...(input.body === undefined ? {} : { payload: input.body as object }),
      headers: {
        ...this.headers(),
        ...(input.idempotencyKey && { 'idempotency-key': input.idempotencyKey }),
        ...input.headers,
      },
    });
    const body: unknown = response.body && response.headers['content-type']?.toString().includes('json') ? response.json() : undefined;
    return {
      status: response.statusCode,
      body: body as never,
      error: response.statusCode >= 400 ? (body as ErrorReply | undefined)?.error : undefined,
      headers: response.headers,
    };
  }

  headers(): Record<string, string> {
    if (!this.identity) return {};
    return { authorization: `Bearer ${this.identity.accessToken}`, cookie: `samay-device=${this.identity.device}` };
  }
}
