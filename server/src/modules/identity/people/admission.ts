import type { PublicContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { AuditContext } from '../../audit/index.ts';

/** A person, and the address that a verified Google account or a mailed link has just proven. */
interface ProvenPerson {
  readonly userId: string;
  readonly emailKey: string;
}

/**
 * Lets a person with a proven address join a business, in the platform transaction that signs them
 * in. The tenancy module implements it and app.ts passes it in, so that identity imports no module
 * above it.
 */
export interface Admission {
  /**
   * Accepts the oldest open invitation of the address, or only the one that is named. Returns
   * undefined if there is none to accept.
   */
  readonly activateInvitation: (
    tx: Tx,
    context: AuditContext,
    invited: ProvenPerson & {
      readonly invitation?: { readonly tenantId: string; readonly id: string } | undefined;
    },
  ) => Promise<{ readonly tenantId: string } | undefined>;
  /** Gives the business of a paid order to the person. Returns the business that they have now. */
  readonly claimPaidOrder: (
    tx: Tx,
    context: AuditContext,
    claim: { readonly orderId: string; readonly userId: string },
  ) => Promise<string | null>;
  /** Claims every paid order of the address. Returns undefined if there is none. */
  readonly claimPaidOrdersOf: (
    tx: Tx,
    context: AuditContext,
    person: ProvenPerson,
  ) => Promise<string | undefined>;
  /**
   * Creates a business on the free plan with the person as its owner. Returns undefined if they
   * belong to one already.
   */
  readonly openFreeTenant: (
    tx: Tx,
    context: AuditContext,
    business: { readonly name: string; readonly email: string; readonly userId: string },
  ) => Promise<string | undefined>;
}

/** The transaction that admits a person, and what they may join. */
export interface Admitting {
  readonly tx: Tx;
  readonly context: PublicContext;
  readonly admission: Admission;
}
