import type { Admission } from '../identity/index.ts';
import { openFreeTenant } from './businesses/create-tenant.ts';
import { claimPaidOrder, claimPaidOrdersOf } from './payments/claim-order.ts';
import { activateInvitation } from './staff/activate.ts';

/**
 * The businesses that a person joins by proving an email address; app.ts passes it to the identity
 * module.
 */
export const admission: Admission = { activateInvitation, claimPaidOrder, claimPaidOrdersOf, openFreeTenant };
