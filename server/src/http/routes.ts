import { createHash } from 'node:crypto';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import { fieldSentence } from '@samay/contract/core/field-sentences';
import { Permission } from '@samay/contract/core/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Dependencies } from '../context/dependencies.ts';
import { assertThat, orNotFound, AppError } from '../core/app-error.ts';
import { releaseHash } from '../core/release.ts';
import { assertAssured } from './assurance.ts';
import { ConditionalReply, unchanged } from './conditional-reply.ts';
import {
  allowed,
  type Caller,
  type PublicContext,
  type SessionContext,
  type TenantContext,
} from '../context/request-context.ts';
import { withRawBodies } from './raw-bodies.ts';
import { replyWriter } from './reply-writer.ts';
import type { Limits } from './limits/rate-limits.ts';

type Shape = z.ZodType;
type Verb<Context, E> = (context: Context, input: Input<E>) => Promise<Answer<E>>;
type Answer<E> = ReplyOf<E> extends undefined ? unknown : ReplyOf<E>;

/** The input of a verb: each part parsed by the contract, absent where the endpoint has none. */
export interface Input<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
}

/** Reads the caller of a request; refuses with 401 one without a valid session. */
type Authenticate = (request: FastifyRequest) => Promise<Caller>;

/** Notes that a caller tried what their role does not allow. */
type NoteDenied = (context: SessionContext, permission: Permission) => Promise<void>;

export interface RoutesOptions {
  readonly dependencies: Dependencies;
  readonly limits: Limits;
  readonly authenticate: Authenticate;
  readonly noteDenied: NoteDenied;
}

/**
 * Binds endpoints of the contract to verbs. A request of staff passes: session → limit per user →
 * second factor → permission → suspension, room on the disk and limit of writes (changes only) →
 * check for the client's copy (conditional endpoints) → parse → verb → reply. A public request
 * passes: limit per address → parse → verb → reply.
 */
export class Routes {
  readonly #app: FastifyInstance;
  readonly #dependencies: Dependencies;
  readonly #limits: Limits;
  readonly #authenticate: Authenticate;
  readonly #noteDenied: NoteDenied;

  constructor(app: FastifyInstance, { dependencies, limits, authenticate, noteDenied }: RoutesOptions) {
    this.#app = app;
    this.#dependencies = dependencies;
    this.#limits = limits;
    this.#authenticate = authenticate;
    this.#noteDenied = noteDenied;
  }

  /** Binds an endpoint for anyone. Without `counted` there is no rate limit. */
  public<P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
    endpoint: Endpoint<P, Q, B, R>,
    verb: Verb<PublicContext, Endpoint<P, Q, B, R>>,
    { counted = true } = {},
  ): void {
    const getInput = getInputs(endpoint);
    this.#route(endpoint, async (context, request) => {
      if (counted) await this.#limits.countAnonymous(request);
      return verb(context, getInput(request));
    });
  }

  /**
   * Binds an endpoint for anyone signed in, with or without a business, with the assurance that it
   * demands. The people of a suspended business change only what the endpoint allows.
   */
  session<P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
    endpoint: Endpoint<P, Q, B, R>,
    verb: Verb<SessionContext, Endpoint<P, Q, B, R>>,
  ): void {
    const getInput = getInputs(endpoint);
    this.#route(endpoint, async (context, request) => {
      const caller = await this.#resolveCaller(request, endpoint);
      const isChange = endpoint.method !== 'GET' && !endpoint.whileSuspended;
      if (isChange) assertThat(caller.tenant?.suspended !== true, 'tenant.suspended');
      return verb({ ...context, caller, actor: caller }, getInput(request));
    });
  }

  /** Binds an endpoint for callers whose role in their business has its permission. */
  tenant<P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
    endpoint: Endpoint<P, Q, B, R>,
    verb: Verb<TenantContext, Endpoint<P, Q, B, R>>,
  ): void {
    const permission = Permission.parse(endpoint.access);
    const getInput = getInputs(endpoint);
    this.#route(endpoint, async (context, request) => {
      const caller = await this.#resolveCaller(request, endpoint);
      await this.#assertPermitted({ ...context, caller, actor: caller }, permission);
      const tenant = orNotFound(caller.tenant, 'tenant.missing');
      const mintsLink = endpoint.method !== 'GET' && permission === 'prescriptions.read';
      if (mintsLink) await this.#limits.countFileLink(caller.userId);
      else if (endpoint.method !== 'GET') {
        assertThat(!tenant.suspended || endpoint.whileSuspended, 'tenant.suspended');
        this.#assertDiskSpace(endpoint);
        if (!endpoint.partOfChange) await this.#limits.countWrite(caller.userId, tenant.id);
        if (endpoint.transport === 'upload') await this.#limits.countUpload(caller.userId);
      }
      const conditional = endpoint.conditional && this.#conditional({ ...context, caller });
      if (conditional?.isUnchanged()) return unchanged;
      const input = getInput(request);
      const answer = await verb(
        {
          ...context,
          caller,
          actor: caller,
          database: this.#dependencies.database,
          tenantId: tenant.id,
          businessType: orNotFound(caller.businessType, 'access.denied'),
          idempotency: endpoint.idempotent ? readIdempotency(endpoint, request, caller) : undefined,
          replyChangesAt: conditional?.changesAt,
        },
        input,
      );
      conditional?.tag();
      return answer;
    });
  }

  /**
   * Binds an endpoint for super admins, who belong to no business: they see the platform itself, or
   * any business by its id.
   */
  platform<P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
    endpoint: Endpoint<P, Q, B, R>,
    verb: Verb<SessionContext, Endpoint<P, Q, B, R>>,
  ): void {
    const permission = Permission.parse(endpoint.access);
    const getInput = getInputs(endpoint);
    this.#route(endpoint, async (context, request) => {
      const caller = await this.#resolveCaller(request, endpoint);
      await this.#assertPermitted({ ...context, caller, actor: caller }, permission);
      if (endpoint.method !== 'GET') {
        this.#assertDiskSpace(endpoint);
        await this.#limits.countWrite(caller.userId, caller.userId);
      }
      return verb({ ...context, caller, actor: caller }, getInput(request));
    });
  }

  async #resolveCaller(request: FastifyRequest, endpoint: Endpoint): Promise<Caller> {
    const caller = await this.#authenticate(request).catch(async (error: unknown) => {
      await this.#limits.countRejected(request, error);
      throw error;
    });
    request.businessType = caller.businessType ?? undefined;
    await this.#limits.countUser(caller.userId);
    assertAssured(caller, endpoint, this.#dependencies.clock());
    return caller;
  }

  #conditional({ caller, now, request, reply }: Omit<SessionContext, 'actor'>): ConditionalReply {
    const release = this.#dependencies.release ?? releaseHash();
    return new ConditionalReply({ release, caller, now, request, reply });
  }

  /** Refuses a caller without the permission, and notes that they tried. */
  async #assertPermitted(context: SessionContext, permission: Permission): Promise<void> {
    if (allowed(context, permission)) return;
    await this.#noteDenied(context, permission);
    throw new AppError('access.denied');
  }

  /** Reserves the last space of a full disk for reading: sessions, and the audit rows of reads. */
  #assertDiskSpace(endpoint: Endpoint): void {
    const { database, disk } = this.#dependencies;
    const takesRoomHere = database.kind === 'embedded' || endpoint.transport === 'upload';
    assertThat(!takesRoomHere || !disk?.isFull(), 'server.storage_full');
  }

  #route(
    endpoint: Endpoint,
    handle: (context: PublicContext, request: FastifyRequest) => Promise<unknown>,
  ): void {
    const { transport } = endpoint;
    const toJson = endpoint.reply && replyWriter(endpoint.reply);
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      // A stream never ends, so a HEAD request would never be answered.
      exposeHeadRoute: transport !== 'events',
      handler: async (request, reply) => {
        request.reachedEndpoint = true;
        const answer = await handle(this.#context(request, reply), request);
        if (answer === unchanged) return reply.code(304).send();
        if (transport === 'events' || transport === 'file' || transport === 'form') return answer;
        if (!toJson) return reply.code(204).send();
        // Keeps another status that a verb has set: readiness answers 503 with its checks.
        reply.code(reply.statusCode === 200 ? (endpoint.status ?? 200) : reply.statusCode);
        return reply.type('application/json; charset=utf-8').send(toJson(answer));
      },
    };
    if (transport === 'form' || transport === 'raw')
      withRawBodies(this.#app, transport, (scope) => scope.route(route));
    else this.#app.route(route);
  }

  #context(request: FastifyRequest, reply: FastifyReply): PublicContext {
    return {
      dependencies: this.#dependencies,
      requestId: request.id,
      now: this.#dependencies.clock(),
      log: request.log,
      request,
      reply,
    };
  }
}

/**
 * Parses params, query and body by the contract; anything unknown is refused with the name of its
 * field.
 */
function getInputs<E extends Endpoint>(endpoint: E): (request: FastifyRequest) => Input<E> {
  const isForeign = ['upload', 'form', 'raw'].includes(endpoint.transport ?? '');
  // Creates it for an endpoint's first request: zod compiles a schema when it first parses.
  let schema: z.ZodType | undefined;
  return ({ params, query, body }) => {
    schema ??= z.object({
      params: endpoint.params ?? nothing,
      query: endpoint.query ?? nothing,
      body: endpoint.body ?? nothing.optional(),
    });
    const sent = isForeign ? undefined : (body ?? undefined);
    const parsed = schema.safeParse({ params, query, body: sent }, { error: fieldSentence });
    if (!parsed.success) throw new AppError('request.invalid', { fields: getFields(parsed.error) });
    return parsed.data as Input<E>;
  };
}

const nothing = z.strictObject({});

/**
 * Maps each path, without its `body.` or `query.`, to its first message; an unknown key is a field
 * of its own.
 */
function getFields(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.slice(1).join('.');
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [path, key].filter(Boolean).join('.'))
        : [path];
    for (const name of names) fields[name] ??= issue.message;
  }
  return fields;
}

/**
 * Returns the request's key, and the hash that a repeated one must have. Person and role are part
 * of it: a reply is one person's view.
 */
function readIdempotency(
  endpoint: Endpoint,
  request: FastifyRequest,
  { userId, role }: Caller,
): TenantContext['idempotency'] {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  if (!/^[\w-]{8,200}$/.test(key))
    throw new AppError('request.invalid', {
      fields: { 'Idempotency-Key': 'Must be 8 to 200 letters, digits, - or _' },
    });
  const requestHash = createHash('sha256')
    .update(`${userId} ${role}\n${endpoint.method} ${request.url}\n${JSON.stringify(request.body)}`)
    .digest('hex');
  return { key, requestHash };
}
