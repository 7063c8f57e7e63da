import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './actor.ts';
import type { BookingContext } from './business-context.ts';
import type { Dependencies } from './dependencies.ts';

export { allowed, type Caller } from './actor.ts';

/** The context of every verb, in addition to its input. */
export interface PublicContext {
  readonly dependencies: Dependencies;
  readonly requestId: string;
  readonly now: Date;
  readonly log: FastifyBaseLogger;
  /** For the few verbs that speak HTTP themselves: cookies, streams, files. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A request of a signed-in person; `actor` is the caller. */
export interface SessionContext extends PublicContext {
  readonly caller: Caller;
  readonly actor: Caller;
}

/** A caller with a business and the endpoint's permission; `inTenant` takes it as it is. */
export interface TenantContext
  extends SessionContext, Omit<BookingContext, 'actor' | 'dependencies' | 'requestId'> {}
