import type { Checkout, NewSignUpOrder } from '@samay/contract/tenancy/payments';
import { formatRupees } from '@samay/contract/core/money';
import { ProviderAway } from '../../../adapters/payments/port.ts';
import type { PublicContext, TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import type { SharedLimiter } from '../../../http/limits/shared-limiter.ts';
import { auditPerson } from '../../audit/index.ts';
import { emailKey, findSuspension } from '../../identity/index.ts';
import { findPlans, listPlanRows, type PlanRow, readActivePlan } from '../subscriptions/plan-queries.ts';
import { isWorthPaying } from '../subscriptions/policy.ts';
import { insertOrder } from './queries.ts';

/**
 * Orders a plan for a new business. The response is the same whether the address has an account or
 * not; the payment decides which business gets the plan. @throws `request.too_many`;
 * `payment.not_available`; `mail.unavailable`, since the link to the business is mailed.
 */
export async function orderSignUp(
  context: PublicContext,
  { email, businessName, plan }: NewSignUpOrder,
  limit: SharedLimiter,
): Promise<Checkout> {
  await limit.take(addressKey(context.request.ip));
  const chosen = paidPlan(await asPlatform(context.dependencies, findPlans), plan);
  assertThat(context.dependencies.payments, 'payment.not_available');
  assertThat(context.dependencies.mail, 'mail.unavailable');
  return placeOrder(context, chosen, { kind: 'signup', email, businessName, tenantId: null, userId: null });
}

/**
 * Orders a month for the caller's business. A suspended one orders only where a payment ends its
 * suspension. @throws `payment.plan_is_lower` without a gain; `tenant.suspended`.
 */
export async function orderUpgrade(context: TenantContext, { plan }: { plan: string }): Promise<Checkout> {
  if (context.caller.tenant?.suspended)
    assertThat((await findSuspension(context))?.untilPaid, 'tenant.suspended');
  const { plans, current } = await readInOneMessage(context, {
    plans: listPlanRows({}),
    current: readActivePlan({}),
  });
  const chosen = paidPlan(plans, plan);
  assertThat(isWorthPaying(current[0], chosen), 'payment.plan_is_lower');
  const { tenantId, caller } = context;
  const { email, userId } = caller;
  return placeOrder(context, chosen, { kind: 'upgrade', email, businessName: null, tenantId, userId });
}

/** Finds a plan. @throws `request.invalid` for an unknown or free one. */
function paidPlan(plans: readonly PlanRow[], planId: string): PlanRow {
  const plan = plans.find(({ id, price }) => id === planId && price > 0);
  if (plan) return plan;
  throw new AppError('request.invalid', { fields: { plan: 'Please choose one of the paid plans' } });
}

interface Ordering {
  readonly kind: 'signup' | 'upgrade';
  readonly email: string;
  readonly businessName: string | null;
  readonly tenantId: string | null;
  readonly userId: string | null;
}

/**
 * Creates the order at the provider and stores its address, plan and amount, which payments must
 * match. The provider is called outside of any transaction; an order that could not be stored
 * cannot be paid. @throws `payment.not_available`, `payment.provider_away`.
 */
async function placeOrder(
  context: PublicContext,
  plan: PlanRow,
  { kind, email, businessName, tenantId, userId }: Ordering,
): Promise<Checkout> {
  const { dependencies, now } = context;
  const payments = orNotFound(dependencies.payments, 'payment.not_available');
  const { id: planId, price: amount } = plan;
  // Leaves the purpose out: a receipt has at most forty characters, and our table stores it.
  const made = { amount, receipt: context.requestId, notes: { plan: planId } };
  const { orderId } = await payments.makeOrder(made).catch((error: unknown) => {
    if (!(error instanceof ProviderAway)) throw error;
    context.log.error({ err: error }, 'no order could be made at the payment provider');
    throw new AppError('payment.provider_away');
  });
  await asPlatform(dependencies, async (tx) => {
    const inserting = insertOrder({
      kind,
      email,
      email_key: emailKey(email),
      business_name: businessName,
      tenant_id: tenantId,
      ordered_by: userId,
      provider_order_id: orderId,
      plan_id: planId,
      amount_paise: amount,
      created_at: now,
    });
    const { id: order } = onlyRow(await run(tx, platform, inserting));
    const detail = { order, kind, amount };
    await auditPerson(tx, context, { userId, tenantId }, 'payment.ordered', planId, detail);
  });
  const { publicUrl } = dependencies.settings;
  return payments.checkout({
    orderId,
    amount,
    name: 'Samay',
    email,
    contact: null,
    description: `${plan.name} plan, ${formatRupees(amount)} a month`,
    returnUrl: `${publicUrl}/api/payment-return`,
    cancelUrl: `${publicUrl}/payment-callback?cancelled=true`,
  });
}
