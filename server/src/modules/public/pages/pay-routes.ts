import { Id } from '@samay/contract/core/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProviderAway, ProviderRefused } from '../../../adapters/payments/port.ts';
import { composeBookingSecret } from '../../../context/booking-link.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { leaveGate } from '../../../http/limits/gate.ts';
import {
  findAccount,
  noteWrongKeys,
  type OnlineAccountInUse,
  withAccountOfKey,
} from '../../online-payments/index.ts';
import { dueOnline } from '../online/due.ts';
import type { Shown } from '../online/shown.ts';
import { priceOf } from '../online/times.ts';
import { allowFormTo } from '../own-booking/pages.ts';
import { applyOnlinePayment } from '../paying/apply.ts';
import {
  isOfOldKeys,
  keepAgain,
  leaveOrder,
  makeProviderOrder,
  orderProven,
  type OwnOrder,
  readAnyOrder,
  readBookingOfOrder,
  readOrder,
} from '../paying/order.ts';
import { hurryCheck } from '../orders/queries.ts';
import { readBookingOf, toChosen } from '../proofs/book-proven.ts';
import type { KnownPerson, ProofRow } from '../proofs/queries.ts';
import { readFields } from '../page-parts/forms.ts';
import { othersAt, type PayNote, writeNotBooked, writePay, writeReturn } from './pay-page.ts';
import { isDone } from '../page-parts/taken.ts';
import { longestForm, type PageView, type PageViews } from '../page-parts/page-views.ts';

/** The pages on which a visitor pays before the booking. */
export class PayRoutes {
  readonly #dependencies: Dependencies;
  readonly #pageViews: PageViews;

  constructor(dependencies: Dependencies, pageViews: PageViews) {
    this.#dependencies = dependencies;
    this.#pageViews = pageViews;
  }

  /** Binds them. */
  bind(scope: FastifyInstance): void {
    const { open, openToChange } = this.#pageViews;
    scope.get('/b/:slug/p/:id', async (request, reply) => {
      const pageView = await open(request, reply, true);
      const own = await readOrder(pageView.shown, readOrderId(request), pageView.visitor);
      reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
      return this.#showOrder(pageView, reply, own, readNote(request, pageView.shown.context.now));
    });
    scope.post('/b/:slug/p/:id', { bodyLimit: longestForm }, async (request, reply) => {
      const pageView = await openToChange(request, reply, true);
      const { shown, visitor, view } = pageView;
      const { order } = await readOrder(shown, readOrderId(request), visitor);
      if (!shown.online.is_on) return reply.redirect(view.address(`/p/${order.id}`), 303);
      if (!(await isDone(keepAgain(shown, order.id, visitor)))) {
        const service = shown.services.find(({ id }) => id === order.service_id);
        const asked = { day: order.appointment_date, note: 'taken' };
        return reply.redirect(service ? view.address(`/${service.key}`, asked) : view.address(), 303);
      }
      const account = await findAccount(this.#dependencies, shown.context);
      return reply.redirect(await this.#makeAndAddress(pageView, request, order.id, account), 303);
    });
    // A visitor who chooses another time gives this one back.
    scope.post('/b/:slug/p/:id/leave', { bodyLimit: longestForm }, async (request, reply) => {
      const pageView = await openToChange(request, reply, true);
      const order = await leaveOrder(pageView.shown, readOrderId(request), pageView.visitor);
      return reply.redirect(othersAt(pageView.view, order), 303);
    });
    // The provider's page posts here, and leads here a visitor who pays nothing.
    scope.get('/b/:slug/p/:id/return', async (request, reply) => {
      const pageView = await open(request, reply, true);
      const { order } = await readAnyOrder(pageView.shown, readOrderId(request));
      return this.#leadBack(pageView, reply, order.id, 'unpaid');
    });
    scope.post('/b/:slug/p/:id/return', { bodyLimit: longestForm }, async (request, reply) => {
      const pageView = await openToChange(request, reply, true);
      const { order } = await readAnyOrder(pageView.shown, readOrderId(request));
      const note = await this.#takeReturn(pageView, request, order);
      const made = note === undefined ? await this.#findLink(pageView, order.id) : undefined;
      if (made !== undefined) return reply.redirect(made, 303);
      return this.#leadBack(pageView, reply, order.id, note);
    });
  }

  /**
   * Makes the order of a proven form where its service takes a payment now. Returns the address of its page;
   * undefined where it is booked without a payment.
   * @throws `slot.taken`, `request.too_many_open`, `not_found`
   */
  async order(
    pageView: PageView,
    request: FastifyRequest,
    row: ProofRow,
    person: KnownPerson | undefined,
  ): Promise<string | undefined> {
    const { shown, visitor } = pageView;
    const { service, ...start } = toChosen(shown, row);
    const price = priceOf(service, start);
    const due = dueOnline(shown, service.id, price);
    const account = due === 0 ? undefined : await findAccount(this.#dependencies, shown.context);
    if (!account?.isOn || account.refusedAt !== null) return undefined;
    await orderProven(shown, { id: row.id, visitor, person, due, price });
    return this.#makeAndAddress(pageView, request, row.id, account);
  }

  /** Has the provider make the order where it has none, and returns the address of its page. */
  async #makeAndAddress(
    pageView: PageView,
    request: FastifyRequest,
    id: string,
    account: OnlineAccountInUse | undefined,
  ): Promise<string> {
    const { shown, view, visitor } = pageView;
    const path = `/p/${id}`;
    const { order } = await readOrder(shown, id, visitor);
    if (order.state !== 'open') return view.address(path);
    if (!account) return view.address(path, { note: 'away' });
    leaveGate(request);
    try {
      await makeProviderOrder(shown, account, order);
      return view.address(path);
    } catch (error) {
      if (!isProvidersFault(error)) throw error;
      await noteWrongKeys(shown.context, account.keyId, error);
      const { message: reason } = error;
      this.#dependencies.log?.info({ reason, order: id }, 'a provider made no order');
      return view.address(path, { note: 'away' });
    }
  }

  async #showOrder(
    pageView: PageView,
    reply: FastifyReply,
    own: OwnOrder,
    note: PayNote | undefined,
  ): Promise<FastifyReply> {
    const { shown, view } = pageView;
    const { order, payments } = own;
    if (order.state === 'booked')
      return reply.redirect(orNotFound(await this.#findLink(pageView, order.id)), 303);
    // Its form was perhaps booked without a payment.
    const made =
      order.state === 'ended' ? this.#linkTo(pageView, await readBookingOf(shown, order.id)) : undefined;
    if (made !== undefined && payments.length === 0) return reply.redirect(made, 303);
    const isChecking = note === 'checking';
    if (order.state === 'ended' || (!shown.online.is_on && !isChecking))
      return this.#pageViews.show(
        pageView,
        reply,
        writeNotBooked(view, { order, payment: payments.at(-1), made }),
      );
    if (isChecking) reply.header('refresh', '5');
    const account = isChecking ? undefined : await findAccount(this.#dependencies, shown.context);
    const checkout = account && this.#checkoutOf(pageView, account, own);
    if (checkout) allowFormTo(reply, new URL(checkout.action).origin);
    return this.#pageViews.show(pageView, reply, writePay(view, own, { checkout, note }));
  }

  /** Composes the form that leads to the provider's page; none before its order is made with the present keys. */
  #checkoutOf({ view, shown }: PageView, account: OnlineAccountInUse, { order }: OwnOrder) {
    if (order.provider_order_id === null || isOfOldKeys(order, account)) return undefined;
    const { provider } = account.previous?.keyId === order.key_id ? account.previous : account;
    const back = `${this.#dependencies.settings.publicUrl}${view.address(`/p/${order.id}/return`)}`;
    return provider.checkout({
      orderId: order.provider_order_id,
      amount: order.amount_paise,
      name: shown.business.name,
      email: null,
      contact: order.number,
      description: shown.services.find(({ id }) => id === order.service_id)?.name ?? shown.business.name,
      returnUrl: back,
      cancelUrl: back,
    });
  }

  /** Applies the payment with which a visitor returns. Returns what to say where it is not applied. */
  async #takeReturn(
    { shown }: PageView,
    request: FastifyRequest,
    order: OwnOrder['order'],
  ): Promise<PayNote | undefined> {
    const { context } = shown;
    const { razorpay_payment_id: paymentId, razorpay_signature: signature = '' } = readFields(request);
    const account = await findAccount(this.#dependencies, context);
    if (!paymentId || order.provider_order_id === null || !account) return 'unpaid';
    const made = [
      { orderId: order.provider_order_id, keyId: order.key_id },
      { orderId: order.earlier_order_id, keyId: order.earlier_key_id },
    ];
    const proven = made.find(
      ({ orderId }) => orderId !== null && isProven(account, { orderId, paymentId, signature }),
    );
    // It may be signed with keys that were changed meanwhile: the provider is asked about the order.
    if (!proven?.orderId) return this.#checkSoon(shown, order);
    leaveGate(request);
    const { orderId, keyId } = proven;
    try {
      const payment = await withAccountOfKey(this.#dependencies, context, keyId, async ({ provider }) =>
        provider.findPayment(paymentId),
      );
      if (!payment) return await this.#checkSoon(shown, order);
      const { tenantId, requestId } = context;
      const of = { tenantId, requestId };
      const applied = await applyOnlinePayment(this.#dependencies, of, { ...payment, orderId });
      return applied === 'ignored' ? await this.#checkSoon(shown, order) : undefined;
    } catch (error) {
      if (isProvidersFault(error)) return this.#checkSoon(shown, order);
      throw error;
    }
  }

  /** Has the reconciliation ask about an order in its next run. */
  async #checkSoon({ context }: Shown, { id }: OwnOrder['order']): Promise<PayNote> {
    await inTenant({ ...context, isShown: false }, (tx) =>
      run(tx, context, hurryCheck({ id, at: context.now })),
    );
    return 'checking';
  }

  /** Leads from the provider's page to the visitor's own, which a browser opens with its cookie only from here. */
  async #leadBack(
    pageView: PageView,
    reply: FastifyReply,
    id: string,
    note: PayNote | undefined,
  ): Promise<FastifyReply> {
    const since =
      note === 'checking' ? String(Math.floor(pageView.shown.context.now.getTime() / 1000)) : undefined;
    const path = pageView.view.address(`/p/${id}`, { note, since });
    reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
    reply.header('refresh', `0; url=${path}`);
    return this.#pageViews.show(pageView, reply, writeReturn(pageView.view, note, path));
  }

  async #findLink(pageView: PageView, id: string): Promise<string | undefined> {
    return this.#linkTo(pageView, await readBookingOfOrder(pageView.shown, id));
  }

  #linkTo({ view }: PageView, made: Awaited<ReturnType<typeof readBookingOf>>): string | undefined {
    const secret = made && composeBookingSecret(this.#dependencies.secrets, made);
    return secret ? `/m/${secret}?l=${view.language}` : undefined;
  }
}

function isProvidersFault(error: unknown): error is ProviderAway | ProviderRefused {
  return error instanceof ProviderAway || error instanceof ProviderRefused;
}

function isProven(
  { provider, previous }: OnlineAccountInUse,
  {
    orderId,
    ...signed
  }: { readonly orderId: string | null; readonly paymentId: string; readonly signature: string },
): boolean {
  if (orderId === null) return false;
  const proof = { orderId, ...signed };
  return provider.provesPayment(proof) || previous?.provider.provesPayment(proof) === true;
}

/** The seconds for which a page says that the payment is being checked. */
const checkedSeconds = 120;

/** Reads what a page is to say. A payment that is not found after two minutes was none. */
function readNote({ query }: FastifyRequest, now: Date): PayNote | undefined {
  const { note, since } = query as Record<string, unknown>;
  if (note !== 'checking') return note === 'unpaid' || note === 'away' ? note : undefined;
  const passed = now.getTime() / 1000 - Number(since);
  return passed < checkedSeconds && passed > -checkedSeconds ? 'checking' : 'unpaid';
}

function readOrderId({ params }: FastifyRequest): string {
  return orNotFound(Id.safeParse((params as { id: string }).id).data);
}
