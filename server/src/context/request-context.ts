import type { BusinessType, Permission, Role } from '@samay/contract/core/roles';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { TenantId, TenantWork } from '../db/tenant.ts';
import type { AppDependencies } from './dependencies.ts';

/** Who is calling, read from the session's rows at this very request. Nothing here comes from what the browser claims. */
export interface Caller {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly assurance: 'aal1' | 'aal2';
  /** What this session has to bring before it may do anything else (contract/src/identity/session.ts). */
  readonly awaits: 'code' | 'enrolment' | null;
  readonly hasFactor: boolean;
  /** When the second factor was last proven in this session. */
  readonly assuredAt: Date | null;
  readonly tenant: { readonly id: TenantId; readonly name: string; readonly suspended: boolean } | null;
  readonly businessType: BusinessType | null;
  readonly onboarded: boolean;
  /** Empty for a person without a business, until the business is set up, and while the session awaits something. */
  readonly permissions: readonly Permission[];
}

/** What every verb is handed beside its input. */
export interface PublicContext {
  readonly dependencies: AppDependencies;
  readonly requestId: string;
  readonly now: Date;
  readonly log: FastifyBaseLogger;
  /** For the few verbs that speak HTTP themselves: cookies, streams, files. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface SessionContext extends PublicContext {
  readonly caller: Caller;
}

/** A caller with a business and the endpoint's permission; `inTenant` takes it as it is. */
export interface TenantContext extends SessionContext, TenantWork {
  readonly businessType: BusinessType;
}

/** Whether the caller's role allows something, for `may` answers and for parts of a reply. */
export function allowed(context: SessionContext, permission: Permission): boolean {
  return context.caller.permissions.includes(permission);
}
