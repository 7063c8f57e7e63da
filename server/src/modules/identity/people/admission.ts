import type { PublicContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { AuditContext } from '../../audit/index.ts';

/** A person, and the address that Google or a mailed link has just proven. */
interface ProvenPerson {
  readonly userId: string;
  readonly emailKey: string;
}

type Join<Input, Joined> = (tx: Tx, context: AuditContext, input: Input) => Promise<Joined>;

/**
 * Lets a person with a proven address join a business, in the transaction that signs them in.
 * Tenancy implements it and app.ts passes it in: identity imports no module above it.
 */
export interface Admission {
  /** Accepts the oldest open invitation of the address, or only the named one, if there is one. */
  readonly activateInvitation: Join<
    ProvenPerson & { readonly invitation?: { readonly tenantId: string; readonly id: string } | undefined },
    { readonly tenantId: string } | undefined
  >;
  /** Gives the business of a paid order to the person. Returns their present business. */
  readonly claimPaidOrder: Join<{ readonly orderId: string; readonly userId: string }, string | null>;
  /** Claims every paid order of the address, if there are any. */
  readonly claimPaidOrdersOf: Join<ProvenPerson, string | undefined>;
  /** Creates a business on the free plan, unless the person belongs to one. */
  readonly openFreeTenant: Join<
    { readonly name: string; readonly email: string; readonly userId: string },
    string | undefined
  >;
}

export interface Admitting {
  readonly tx: Tx;
  readonly context: PublicContext;
  readonly admission: Admission;
}
