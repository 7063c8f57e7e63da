import type { Checkout } from '@samay/contract/tenancy/payments';
import { formatRupees } from '@samay/contract/core/money';
import { type PaymentProvider, ProviderAway } from '../../../adapters/payments/port.ts';
import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound, AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { emailKey } from '../../identity/index.ts';
import type { PlanRow } from '../subscriptions/plan-queries.ts';
import { insertOrder } from './queries.ts';

/** Who a plan is ordered for: a new business, or an existing one. */
export type Ordering =
  | { readonly kind: 'signup'; readonly email: string; readonly businessName: string }
  | { readonly kind: 'upgrade'; readonly email: string; readonly tenantId: string; readonly userId: string };

/**
 * Creates the order at the provider and stores its address, plan and amount, which later payments
 * must match. The provider is called outside of any transaction; an order that could not be stored
 * afterwards cannot be paid. @throws `payment.not_available`, `payment.provider_away`.
 */
export async function placeOrder(
  context: PublicContext,
  plan: PlanRow,
  ordering: Ordering,
): Promise<Checkout> {
  const { dependencies, requestId, now } = context;
  const payments = orNotFound(dependencies.payments, 'payment.not_available');
  assertThat(plan.price > 0, 'payment.not_available');
  const orderId = await createOrder(context, payments, plan);
  await asPlatform(dependencies, async (tx) => {
    const id = await insertOrder(tx, {
      ...rowOf(ordering),
      provider_order_id: orderId,
      plan_id: plan.id,
      amount_paise: plan.price,
      created_at: now,
    });
    const person = ordering.kind === 'upgrade' ? ordering : { userId: null, tenantId: null };
    await auditPerson(tx, { now, requestId }, person, 'payment.ordered', plan.id, {
      order: id,
      kind: ordering.kind,
      amount: plan.price,
    });
  });
  const { publicUrl } = dependencies.settings;
  return payments.checkout({
    orderId,
    amount: plan.price,
    email: ordering.email,
    description: `${plan.name} plan, ${formatRupees(plan.price)} a month`,
    returnUrl: `${publicUrl}/api/payment-return`,
    cancelUrl: `${publicUrl}/payment-callback?cancelled=true`,
  });
}

async function createOrder(
  { log, requestId }: PublicContext,
  payments: PaymentProvider,
  plan: PlanRow,
): Promise<string> {
  try {
    // The receipt has at most forty characters; our own table stores what the order is for.
    const { orderId } = await payments.makeOrder({
      amount: plan.price,
      receipt: requestId,
      notes: { plan: plan.id },
    });
    return orderId;
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    log.error({ err: error }, 'no order could be made at the payment provider');
    throw new AppError('payment.provider_away');
  }
}

function rowOf(ordering: Ordering) {
  const base = { kind: ordering.kind, email: ordering.email, email_key: emailKey(ordering.email), ...unpaid };
  return ordering.kind === 'signup'
    ? { ...base, business_name: ordering.businessName, tenant_id: null, ordered_by: null }
    : { ...base, business_name: null, tenant_id: ordering.tenantId, ordered_by: ordering.userId };
}

const unpaid = {
  payment_id: null,
  reason: null,
  paid_at: null,
  claimed_by: null,
  claimed_at: null,
  asked_at: null,
};
