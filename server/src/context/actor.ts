import type { BusinessType, Permission, Role } from '@samay/contract/core/roles';
import type { TenantId } from '../db/tenant.ts';

/**
 * The actor: a signed-in person, a visitor without an account, or the server itself. Only staff
 * have permissions.
 */
export type Actor = Caller | Guest | System;

/**
 * A signed-in person, read from the session's rows at this request. Nothing here is taken from the
 * browser's claims.
 */
export interface Caller {
  readonly kind: 'staff';
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly assurance: 'aal1' | 'aal2';
  /**
   * The step that this session has to take before anything else (contract/src/identity/session.ts).
   */
  readonly awaits: 'code' | 'enrolment' | null;
  readonly hasFactor: boolean;
  /** The time at which the second factor was last proven in this session. */
  readonly assuredAt: Date | null;
  readonly tenant: { readonly id: TenantId; readonly name: string; readonly suspended: boolean } | null;
  /** The change stamp of the business, read with the session (decision 0036). */
  readonly changeStamp: string;
  readonly businessType: BusinessType | null;
  readonly onboarded: boolean;
  /**
   * The permissions; empty for a person without a business, until the business is set up, and while
   * the session has a pending step.
   */
  readonly permissions: readonly Permission[];
}

/** A visitor of a business's public page, without an account. */
export interface Guest {
  readonly kind: 'guest';
}

/** A scheduled job or a delivery of the outbox. */
export interface System {
  readonly kind: 'system';
  /** The job's name, for logs. */
  readonly job: string;
}

/**
 * Returns whether the actor's role allows something, for `may` answers and for parts of a reply. A
 * guest and the system are allowed nothing.
 */
export function allowed({ actor }: { readonly actor: Actor }, permission: Permission): boolean {
  return actor.kind === 'staff' && actor.permissions.includes(permission);
}

/** Returns the signed-in person. @throws for others: they have no drawer and take no money */
export function callerOf({ actor }: { readonly actor: Actor }): Caller {
  if (actor.kind === 'staff') return actor;
  throw new Error(`The ${actor.kind} has no caller`);
}

/** Returns the user that a row names as its author; null for a guest and for the system. */
export function userIdOf(actor: Actor): string | null {
  return actor.kind === 'staff' ? actor.userId : null;
}
