import { createHash } from 'node:crypto';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@samay/contract/endpoint';
import { Permission } from '@samay/contract/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { auditDenied } from '../features/audit/index.ts';
import type { Parts } from '../parts.ts';
import { assertThat, found, Refusal } from '../refusal.ts';
import type { AccessTokens } from './access-token.ts';
import { authenticate } from './authenticate.ts';
import type { Caller, PublicContext, SessionContext, TenantContext } from './context.ts';
import type { Limits } from './limits.ts';

type Shape = z.ZodType;
type Verb<Context, E> = (context: Context, input: Input<E>) => Promise<Answer<E>>;
type Answer<E> = ReplyOf<E> extends undefined ? unknown : ReplyOf<E>;

/** What a verb gets: each part parsed by the contract, absent where the endpoint has none. */
export interface Input<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
}

/** Binds endpoints of the contract to verbs. The request line: limit → session → permission → parse → verb → reply as the contract says. */
export class Routes {
  readonly #app: FastifyInstance;
  readonly #parts: Parts;
  readonly #tokens: AccessTokens;
  readonly #limits: Limits;

  constructor(app: FastifyInstance, parts: Parts, tokens: AccessTokens, limits: Limits) {
    this.#app = app;
    this.#parts = parts;
    this.#tokens = tokens;
    this.#limits = limits;
  }

  /** For anyone. What is not `counted` may be asked as often as one likes. */
  public<P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
    endpoint: Endpoint<P, Q, B, R>,
    verb: Verb<PublicContext, Endpoint<P, Q, B, R>>,
    { counted = true } = {},
  ): void {
    this.#route(endpoint, async (context, request) => {
      if (counted) await this.#limits.countAnonymous(request);
      return verb(context, inputOf(endpoint, request));
    });
  }

  /** For anyone signed in, with or without a business. */
  session<P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
    endpoint: Endpoint<P, Q, B, R>,
    verb: Verb<SessionContext, Endpoint<P, Q, B, R>>,
  ): void {
    this.#route(endpoint, async (context, request) => {
      const caller = await this.#callerOf(request);
      return verb({ ...context, caller }, inputOf(endpoint, request));
    });
  }

  /** For those whose role in their business holds the endpoint's permission. */
  tenant<P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
    endpoint: Endpoint<P, Q, B, R>,
    verb: Verb<TenantContext, Endpoint<P, Q, B, R>>,
  ): void {
    const permission = Permission.parse(endpoint.access);
    this.#route(endpoint, async (context, request) => {
      const caller = await this.#callerOf(request);
      if (!caller.permissions.includes(permission)) {
        await auditDenied({ ...context, caller }, permission);
        throw new Refusal('access.denied');
      }
      const tenant = found(caller.tenant, 'tenant.missing');
      const writes = endpoint.method !== 'GET' && permission !== 'prescriptions.read';
      if (writes) {
        assertThat(!tenant.suspended, 'tenant.suspended');
        await this.#limits.countWrite(caller.userId, tenant.id);
        if (endpoint.transport === 'upload') await this.#limits.countUpload(caller.userId);
      }
      const input = inputOf(endpoint, request);
      return verb(
        {
          ...context,
          caller,
          database: this.#parts.database,
          tenantId: tenant.id,
          businessType: found(caller.businessType, 'access.denied'),
          idempotency: endpoint.idempotent ? idempotencyOf(endpoint, request) : undefined,
        },
        input,
      );
    });
  }

  async #callerOf(request: FastifyRequest): Promise<Caller> {
    const caller = await authenticate(request, this.#parts, this.#tokens).catch(async (error: unknown) => {
      await this.#limits.countAnonymous(request);
      throw error;
    });
    request.businessType = caller.businessType ?? undefined;
    await this.#limits.countUser(caller.userId);
    return caller;
  }

  #route(endpoint: Endpoint, handle: (context: PublicContext, request: FastifyRequest) => Promise<unknown>): void {
    this.#app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      handler: async (request, reply) => {
        const answer = await handle(this.#context(request, reply), request);
        if (endpoint.transport === 'events' || endpoint.transport === 'file') return answer;
        if (!endpoint.reply) return reply.code(204).send();
        // A verb that has set another status keeps it: readiness answers 503 with its checks.
        return reply.code(reply.statusCode === 200 ? (endpoint.status ?? 200) : reply.statusCode).send(answer);
      },
    });
  }

  #context(request: FastifyRequest, reply: FastifyReply): PublicContext {
    return { parts: this.#parts, requestId: request.id, now: this.#parts.clock(), log: request.log, request, reply };
  }
}

/** Params, query and body as the contract parses them; anything it does not know is refused with the field it stands in. */
function inputOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): Input<E> {
  const body = endpoint.transport === 'upload' ? undefined : (request.body ?? undefined);
  const parts = { params: request.params, query: request.query, body } as const;
  const parsed = z
    .object({
      params: endpoint.params ?? nothing,
      query: endpoint.query ?? nothing,
      body: endpoint.body ?? nothing.optional(),
    })
    .safeParse(parts);
  if (!parsed.success) throw new Refusal('request.invalid', { fields: fieldsOf(parsed.error) });
  return parsed.data as Input<E>;
}

const nothing = z.strictObject({});

/** `{ path: first message }`, each path without its `body.` or `query.`; an unknown key is a field of its own. */
function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.slice(1).join('.');
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [path, key].filter(Boolean).join('.')) : [path];
    for (const name of names) fields[name] ??= issue.code === 'unrecognized_keys' ? 'This field is not known here' : issue.message;
  }
  return fields;
}

function idempotencyOf(endpoint: Endpoint, request: FastifyRequest): TenantContext['idempotency'] {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  if (!/^[\w-]{8,200}$/.test(key))
    throw new Refusal('request.invalid', { fields: { 'Idempotency-Key': 'Must be 8 to 200 letters, digits, - or _' } });
  const requestHash = createHash('sha256')
    .update(`${endpoint.method} ${request.url}\n${JSON.stringify(request.body)}`)
    .digest('hex');
  return { key, requestHash };
}

/** The reply's JSON Schema serialises it; params, query and body are described for the OpenAPI page and checked by zod. */
function schemaOf(endpoint: Endpoint): Record<string, unknown> {
  const describe = (schema: Shape | undefined, io: 'input' | 'output') =>
    schema ? z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' }) : undefined;
  return {
    summary: endpoint.summary,
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: describe(endpoint.params, 'input') }),
    ...(endpoint.query && { querystring: describe(endpoint.query, 'input') }),
    ...(endpoint.body && { body: describe(endpoint.body, 'input') }),
    response: endpoint.reply ? { [endpoint.status ?? 200]: describe(endpoint.reply, 'output') } : {},
  };
}
