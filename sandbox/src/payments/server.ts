import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { instantNow } from '../party/clock.ts';
import { closeNow, listen, loopback } from '../party/listen.ts';
import { Party } from '../party/party.ts';
import { Ledger, type Order, type Payment } from './ledger.ts';
import { type CheckoutForm, checkoutPage, notePage, postBackPage } from './pages.ts';
import { WebhookSender } from './webhooks.ts';

const modes = {
  ok: 'Takes orders, shows the checkout, captures at once and tells the merchant by webhook.',
  slow: 'Answers the API after fifteen seconds.',
  down: 'Breaks every connection to the API.',
  refuse: 'Answers the API 400.',
  nonsense: 'Answers the API 200 with a page that is no JSON.',
  'no-webhook': 'Captures and tells nobody.',
  'duplicate-webhook': 'Sends each webhook three times.',
  'late-webhook': 'Sends webhooks after five seconds.',
  'paid-twice':
    'Takes the money twice, as when a payer presses again in their UPI app: two captured payments of one order.',
  'late-capture': 'Holds the money, and captures it after four seconds.',
};

/**
 * The merchant's account: the key for API requests and payment signatures, and the secret for
 * webhook signatures.
 */
export const merchant = {
  keyId: 'sandbox-key',
  keySecret: 'sandbox-key-secret',
  webhookSecret: 'sandbox-webhook-secret',
} as const;

/**
 * Starts a simulated payment provider after Razorpay's documentation: orders and payments by REST,
 * a hosted checkout, and webhooks to `webhookAddress`, if there is one. No money moves.
 */
export async function startPaymentsServer(
  port: number,
  { webhookAddress }: { webhookAddress?: string | undefined } = {},
): Promise<{ party: Party; pendingWebhooks(): number; close(): Promise<void> }> {
  const party = new Party('payments', 'Payments', modes);
  const provider = new Provider(party, webhookAddress);
  const server = createServer((request, response) => void provider.reply(request, response));
  party.address = `http://${loopback}:${await listen(server, port)}`;
  return {
    party,
    pendingWebhooks: () => provider.pendingWebhooks,
    close: () => {
      provider.stop();
      return closeNow(server);
    },
  };
}

class Provider {
  readonly #party: Party;
  readonly #ledger: Ledger;
  readonly #webhooks: WebhookSender;
  readonly #authorization: string;

  constructor(party: Party, webhookAddress: string | undefined) {
    this.#party = party;
    this.#ledger = new Ledger(merchant.keySecret);
    this.#webhooks = new WebhookSender(webhookAddress, merchant.webhookSecret);
    this.#authorization = `Basic ${Buffer.from(`${merchant.keyId}:${merchant.keySecret}`).toString('base64')}`;
  }

  get pendingWebhooks(): number {
    return this.#webhooks.pending;
  }

  stop(): void {
    this.#webhooks.stop();
  }

  async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const path = new URL(request.url ?? '/', 'http://provider').pathname;
      if (path === '/v1/checkout/embedded' && request.method === 'POST')
        return await this.#showCheckout(request, response);
      if (path === '/v1/checkout/choice' && request.method === 'POST')
        return await this.#choose(request, response);
      await this.#answerApi(path, request, response);
    } catch (error) {
      sendJson(response, 400, failure(error instanceof Error ? error.message : 'Bad request'));
    }
  }

  async #answerApi(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mode } = this.#party;
    const body = request.method === 'POST' ? ((await json(request)) as Partial<Order>) : undefined;
    this.#party.record(`${request.method} ${path}`, { method: request.method, path, ...(body && { body }) });
    if (mode === 'down') return void response.destroy();
    if (mode === 'slow') await wait(15_000, undefined, { ref: false });
    if (mode === 'refuse') return sendJson(response, 400, failure('The request is refused'));
    if (mode === 'nonsense') return sendPage(response, '<!doctype html><title>Gateway</title>It works');
    if (request.headers.authorization !== this.#authorization)
      return sendJson(response, 401, failure('Authentication failed'));
    const answer = body ? this.#createOrder(path, body) : this.#find(path);
    sendJson(response, answer ? 200 : 400, answer ?? failure('The id provided does not exist'));
  }

  #createOrder(path: string, { amount, currency, receipt, notes }: Partial<Order>): Order | undefined {
    if (path !== '/v1/orders') return undefined;
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 100)
      throw new Error('The amount must be at least INR 1.00');
    if (currency !== 'INR') throw new Error('The currency is not supported');
    return this.#ledger.createOrder(
      { amount, currency, receipt: receipt ?? null, notes: notes ?? {} },
      secondsNow(),
    );
  }

  #find(path: string): object | undefined {
    const [, , collection, id = '', part] = path.split('/');
    if (collection === 'payments') return this.#ledger.payment(id);
    if (collection !== 'orders') return undefined;
    if (part !== 'payments') return this.#ledger.order(id);
    const items = this.#ledger.getPayments(id);
    return this.#ledger.order(id) && { entity: 'collection', count: items.length, items };
  }

  async #showCheckout(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request));
    const order = this.#ledger.order(fields.get('order_id') ?? '');
    this.#party.record('POST /v1/checkout/embedded', Object.fromEntries(fields));
    if (!order)
      return sendPage(response, notePage('Unknown order', 'The provider knows no such order.'), 400);
    sendPage(response, checkoutPage(order, readForm(fields, 'prefill[email]')));
  }

  async #choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request));
    const form = readForm(fields, 'email');
    const [what = '', method = 'card'] = (fields.get('choice') ?? '').split(':');
    const order = this.#ledger.order(form.order_id);
    this.#party.record(`checkout: ${what} by ${method}`, { order_id: form.order_id });
    if (!order || order.status === 'paid')
      return sendPage(response, notePage('Nothing to pay', 'This order cannot be paid.'), 400);
    const payment = this.#ledger.pay(order, {
      method,
      email: form.email,
      fails: what === 'fail',
      seconds: secondsNow(),
    });
    if (payment.status === 'failed') {
      void this.#notify('payment.failed', order, payment);
      return sendPage(response, postBackPage(form.callback_url, errorFields(payment)));
    }
    // Both payments start before the first is captured, because a paid order accepts no further
    // payment.
    const again =
      this.#party.mode === 'paid-twice' &&
      this.#ledger.pay(order, { method, email: form.email, fails: false, seconds: secondsNow() });
    const settled = this.#settle(order, payment);
    if (again) await this.#settle(order, again);
    if (this.#party.mode !== 'late-capture') await settled;
    if (what === 'vanish')
      return sendPage(
        response,
        notePage('Paid', 'This page leads nowhere: the payer has closed the window.'),
      );
    sendPage(response, postBackPage(form.callback_url, this.#successFields(payment)));
  }

  async #settle(order: Order, payment: Payment): Promise<void> {
    void this.#notify('payment.authorized', order, payment);
    if (this.#party.mode === 'late-capture') await wait(4000, undefined, { ref: false });
    this.#ledger.capture(payment);
    void this.#notify('payment.captured', order, payment);
    void this.#notify('order.paid', order, payment);
  }

  async #notify(kind: Parameters<WebhookSender['send']>[0], order: Order, payment: Payment): Promise<void> {
    const { mode } = this.#party;
    if (mode === 'no-webhook') return;
    const copies = mode === 'duplicate-webhook' ? 3 : 1;
    await this.#webhooks.send(
      kind,
      { order, payment },
      { copies, delayMs: mode === 'late-webhook' ? 5000 : 0 },
    );
  }

  #successFields(payment: Payment): Record<string, string> {
    return {
      razorpay_payment_id: payment.id,
      razorpay_order_id: payment.order_id,
      razorpay_signature: this.#ledger.signatureOf(payment),
    };
  }
}

function readForm(fields: URLSearchParams, email: string): CheckoutForm {
  const field = (name: string) => fields.get(name) ?? '';
  return {
    order_id: field('order_id'),
    callback_url: field('callback_url'),
    cancel_url: field('cancel_url'),
    email: field(email),
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
