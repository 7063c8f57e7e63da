import type { Tx } from '../../../db/tenant.ts';
import type { AuditContext } from '../../audit/index.ts';

/**
 * A person, and the email address that they have just proven to be theirs: by a verified Google
 * account or a mailed link.
 */
interface ProvenPerson {
  readonly userId: string;
  readonly emailKey: string;
}

/**
 * What a person with a proven address may join. The tenancy module implements it and app.ts passes
 * it in, so that identity imports no module above it. Each function runs in the platform
 * transaction that signs the person in.
 */
export interface Admission {
  /**
   * Accepts the oldest open invitation of the address, or only the one that is named. Undefined if
   * there is none to accept.
   */
  readonly activateInvitation: (
    tx: Tx,
    context: AuditContext,
    invited: ProvenPerson & {
      readonly invitation?: { readonly tenantId: string; readonly id: string } | undefined;
    },
  ) => Promise<{ readonly tenantId: string } | undefined>;
  /**
   * Assigns the business of a paid order to the person. Returns the business that they belong to
   * now.
   */
  readonly claimPaidOrder: (
    tx: Tx,
    context: AuditContext,
    claim: { readonly orderId: string; readonly userId: string },
  ) => Promise<string | null>;
  /** The same for every paid order of the address. Undefined if there is none. */
  readonly claimPaidOrdersOf: (
    tx: Tx,
    context: AuditContext,
    person: ProvenPerson,
  ) => Promise<string | undefined>;
  /**
   * Creates a business on the free plan with the person as its owner. Undefined if they belong to a
   * business already.
   */
  readonly openFreeTenant: (
    tx: Tx,
    context: AuditContext,
    business: { readonly name: string; readonly email: string; readonly userId: string },
  ) => Promise<string | undefined>;
}
