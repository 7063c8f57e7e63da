import type { BusinessType } from '@samay/contract/core/roles';
import type { TenantWork } from '../db/tenant.ts';
import type { Actor, Guest, System } from './actor.ts';
import type { Dependencies } from './dependencies.ts';
import { tenantIdOf } from './tenant-id.ts';

/**
 * Work in one business by any actor; `inTenant` accepts it. Work common to a job, a guest and staff
 * (writing, auditing and announcing a booking) takes this; work that needs a permission takes a
 * `TenantContext`, which only a signed-in person has.
 */
export interface BusinessContext extends TenantWork {
  readonly actor: Actor;
  readonly dependencies: BusinessDependencies;
  readonly requestId: string;
}

/** Work with the bookings of a business, whose type chooses words and order: by staff, or by a guest. */
export interface BookingContext extends BusinessContext {
  readonly businessType: BusinessType;
  /**
   * Notes an instant at which the clock alone changes the reply of a conditional endpoint (decision
   * 0036). The earliest counts.
   */
  readonly replyChangesAt?: ((instant: Date) => void) | undefined;
}

/** The minimum dependencies of work in a business. */
type BusinessDependencies = Pick<Dependencies, 'database' | 'clock' | 'settings' | 'log'>;

/** The fields of work in a business that the audit log records. */
export type AuditedWork = Pick<BusinessContext, 'actor' | 'now' | 'requestId' | 'tenantId'>;

/** The request id in the audit rows of jobs. */
const jobRequestId = 'upkeep';

/**
 * Creates the context of a job or a delivery that acts for a business. `tenantId` comes from a row
 * or a payload of the server itself.
 */
export function systemContext(
  dependencies: BusinessDependencies,
  { job, tenantId }: { readonly job: string; readonly tenantId: string },
): BusinessContext & { readonly actor: System } {
  return {
    actor: { kind: 'system', job },
    dependencies,
    database: dependencies.database,
    tenantId: tenantIdOf(tenantId),
    now: dependencies.clock(),
    requestId: jobRequestId,
  };
}

/**
 * Creates the context of a visitor of a business's public page. `tenantId` comes from the row of
 * that page.
 */
export function guestContext(
  dependencies: BusinessDependencies,
  { tenantId, requestId }: { readonly tenantId: string; readonly requestId: string },
): BusinessContext & { readonly actor: Guest } {
  return {
    actor: { kind: 'guest' },
    dependencies,
    database: dependencies.database,
    tenantId: tenantIdOf(tenantId),
    now: dependencies.clock(),
    requestId,
  };
}
