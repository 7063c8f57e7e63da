import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { instantNow } from '../party/clock.ts';
import { closeNow, listen, loopback } from '../party/listen.ts';
import { Party } from '../party/party.ts';
import { answerApi } from './api.ts';
import { type Order, type Payment, type Refund, Refusal } from './ledger.ts';
import { type Account, openAccounts } from './merchants.ts';
import { modes } from './modes.ts';
import { type CheckoutForm, checkoutPage, merchantsPage, notePage, postBackPage } from './pages.ts';
import type { About, EventKind } from './webhooks.ts';

export { businessMerchants, merchant } from './merchants.ts';

/**
 * Starts a simulated payment provider after Razorpay's documentation: orders, payments and refunds of
 * several merchants by REST, a hosted checkout, and webhooks. The platform's account has `webhookAddress`,
 * if there is one; other merchants set theirs on the page `/merchants`. No money moves.
 */
export async function startPaymentsServer(
  port: number,
  { webhookAddress }: { webhookAddress?: string | undefined } = {},
): Promise<{
  party: Party;
  /** The merchants' accounts, whose ledgers a test compares with its own books. */
  accounts: readonly Account[];
  pendingWebhooks(): number;
  close(): Promise<void>;
}> {
  const party = new Party('payments', 'Payments', modes, { page: '/merchants' });
  const accounts = openAccounts(webhookAddress);
  const provider = new Provider(party, accounts);
  const server = createServer((request, response) => void provider.reply(request, response));
  party.address = `http://${loopback}:${await listen(server, port)}`;
  return {
    party,
    accounts,
    pendingWebhooks: () => accounts.reduce((sum, { webhooks }) => sum + webhooks.pending, 0),
    close: () => {
      for (const { webhooks } of accounts) webhooks.stop();
      return closeNow(server);
    },
  };
}

class Provider {
  readonly #party: Party;
  readonly #accounts: readonly Account[];

  constructor(party: Party, accounts: readonly Account[]) {
    this.#party = party;
    this.#accounts = accounts;
  }

  async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { pathname } = new URL(request.url ?? '/', 'http://provider');
      for (const account of this.#accounts) this.#lapse(account);
      switch (`${request.method} ${pathname}`) {
        case 'POST /v1/checkout/embedded':
          return await this.#showCheckout(request, response);
        case 'POST /v1/checkout/choice':
          return await this.#choose(request, response);
        case 'GET /merchants':
          return sendPage(response, merchantsPage(this.#accounts));
        case 'POST /merchants/webhook':
        case 'POST /merchants/lapse':
          return await this.#changeMerchant(pathname, request, response);
        default:
          return await this.#answer(pathname, request, response);
      }
    } catch (error) {
      sendJson(response, 400, failure(error instanceof Error ? error.message : 'Bad request'));
    }
  }

  async #answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mode } = this.#party;
    const body = request.method === 'POST' ? ((await json(request)) as Record<string, unknown>) : undefined;
    this.#party.record(`${request.method} ${path}`, { method: request.method, path, ...(body && { body }) });
    if (mode === 'down' || (mode === 'no-refunds' && path.endsWith('/refunds')))
      return void response.destroy();
    if (mode === 'slow') await wait(15_000, undefined, { ref: false });
    if (mode === 'refuse') return sendJson(response, 400, failure('The request is refused'));
    if (mode === 'nonsense') return sendPage(response, '<!doctype html><title>Gateway</title>It works');
    const account = this.#accounts.find((each) => each.authorization === request.headers.authorization);
    if (!account) return sendJson(response, 401, failure('Authentication failed'));
    if (mode === 'no-balance' && path.endsWith('/refund'))
      throw new Refusal('Your account does not have enough balance to carry out the refund operation.');
    const { searchParams: query } = new URL(request.url ?? '/', 'http://provider');
    const { headers } = request;
    const answer = answerApi(account, { path, query, body, headers, seconds: secondsNow() });
    if (answer?.captured !== undefined) this.#tellCaptured(account, account.ledger.payment(answer.captured));
    if (answer?.refunded) await this.#refund(account, answer.refunded);
    sendJson(response, answer ? 200 : 400, answer?.entity ?? failure('The id provided does not exist'));
  }

  /** Carries a new refund out: immediately, or later where the mode says so. */
  async #refund(account: Account, refund: Refund): Promise<void> {
    const { mode } = this.#party;
    const payment = account.ledger.payment(refund.payment_id);
    if (!payment) return;
    const settle = async () => {
      const status = mode === 'refund-fails' ? 'failed' : 'processed';
      account.ledger.settleRefund(refund, status);
      void this.#notify(account, `refund.${status}`, { payment, refund });
    };
    void this.#notify(account, 'refund.created', { payment, refund });
    if (mode === 'refund-pending' || mode === 'refund-fails')
      void wait(1000, undefined, { ref: false }).then(settle);
    else await settle();
  }

  /** Gives back what was not captured in time; with `isNow`, all that is not captured. */
  #lapse(account: Account, isNow = false): void {
    for (const about of account.ledger.lapse(secondsNow(), isNow))
      void this.#notify(account, 'refund.processed', about);
  }

  async #changeMerchant(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const account = this.#accounts.find(({ merchant }) => merchant.keyId === form.get('key_id'));
    if (!account) throw new Refusal('No merchant has this key');
    if (path === '/merchants/lapse') this.#lapse(account, true);
    else account.webhooks.set(form.get('address')?.trim() ?? '', form.get('secret')?.trim() ?? '');
    response.writeHead(303, { location: '/merchants' }).end();
  }

  async #showCheckout(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request));
    const found = this.#findOrder(fields.get('order_id'));
    this.#party.record('POST /v1/checkout/embedded', Object.fromEntries(fields));
    if (!found || found.account.merchant.keyId !== fields.get('key_id'))
      return sendPage(response, notePage('Unknown order', 'The provider knows no such order.'), 400);
    sendPage(response, checkoutPage(found.order, readForm(fields, 'prefill[email]', 'prefill[contact]')));
  }

  async #choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request));
    const form = readForm(fields, 'email', 'contact');
    const [what = '', method = 'card'] = (fields.get('choice') ?? '').split(':');
    const found = this.#findOrder(form.order_id);
    this.#party.record(`checkout: ${what} by ${method}`, { order_id: form.order_id });
    if (!found || found.order.status === 'paid')
      return sendPage(response, notePage('Nothing to pay', 'This order cannot be paid.'), 400);
    const { account, order } = found;
    const { email, contact } = form;
    const attempt = { method, email, contact, seconds: secondsNow() };
    const payment = account.ledger.pay(order, { ...attempt, fails: what === 'fail' });
    if (payment.status === 'failed') {
      void this.#notify(account, 'payment.failed', { order, payment });
      return sendPage(response, postBackPage(form.callback_url, errorFields(payment)));
    }
    // Both payments start before the first is captured, because a paid order accepts no further
    // payment.
    const again =
      this.#party.mode === 'paid-twice' && account.ledger.pay(order, { ...attempt, fails: false });
    const settled = this.#settle(account, order, payment);
    if (again) await this.#settle(account, order, again);
    if (this.#party.mode !== 'late-capture') await settled;
    if (what === 'vanish')
      return sendPage(
        response,
        notePage('Paid', 'This page leads nowhere: the payer has closed the window.'),
      );
    sendPage(
      response,
      postBackPage(form.callback_url, {
        razorpay_payment_id: payment.id,
        razorpay_order_id: payment.order_id,
        razorpay_signature: account.ledger.signatureOf(payment),
      }),
    );
  }

  /** Tells that a payment is authorized, and captures it unless its merchant does. */
  async #settle(account: Account, order: Order, payment: Payment): Promise<void> {
    void this.#notify(account, 'payment.authorized', { order, payment });
    const { mode } = this.#party;
    if (account.ledger.choiceOf(order).capture === 'manual' && mode !== 'captures-itself') return;
    if (mode === 'late-capture') await wait(4000, undefined, { ref: false });
    account.ledger.capture(payment);
    this.#tellCaptured(account, payment);
  }

  #tellCaptured(account: Account, payment: Payment | undefined): void {
    const order = payment && account.ledger.order(payment.order_id);
    if (!order) return;
    void this.#notify(account, 'payment.captured', { order, payment });
    void this.#notify(account, 'order.paid', { order, payment });
  }

  #findOrder(id: string | null): { readonly account: Account; readonly order: Order } | undefined {
    for (const account of this.#accounts) {
      const order = account.ledger.order(id ?? '');
      if (order) return { account, order };
    }
    return undefined;
  }

  async #notify({ webhooks }: Account, kind: EventKind, about: About): Promise<void> {
    const { mode } = this.#party;
    if (mode === 'no-webhook') return;
    const copies = mode === 'duplicate-webhook' ? 3 : 1;
    await webhooks.send(kind, about, { copies, delayMs: mode === 'late-webhook' ? 5000 : 0 });
  }
}

function readForm(fields: URLSearchParams, email: string, contact: string): CheckoutForm {
  const field = (name: string) => fields.get(name) ?? '';
  return {
    order_id: field('order_id'),
    callback_url: field('callback_url'),
    cancel_url: field('cancel_url'),
    email: field(email),
    contact: field(contact),
    name: field('name'),
    description: field('description'),
  };
}

function errorFields(payment: Payment): Record<string, string> {
  return {
    'error[code]': payment.error_code ?? '',
    'error[description]': payment.error_description ?? '',
    'error[source]': 'bank',
    'error[step]': 'payment_authorization',
    'error[reason]': 'payment_failed',
    'error[metadata]': JSON.stringify({ payment_id: payment.id, order_id: payment.order_id }),
  };
}

function failure(description: string): object {
  return {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
    },
  };
}

function secondsNow(): number {
  return Math.floor(Date.parse(instantNow()) / 1000);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, html: string, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(html);
}
