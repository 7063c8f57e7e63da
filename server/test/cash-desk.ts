import type { Checkout } from '@samay/contract/payments';
import { merchant, startPaymentsServer } from '../../sandbox/src/payments-server.ts';
import type { PaymentProvider } from '../src/adapters/payments/port.ts';
import { razorpay } from '../src/adapters/payments/razorpay.ts';

/** What the checkout's page posts back: to which address, with which fields. */
export interface PostBack {
  readonly address: string;
  readonly fields: Record<string, string>;
}

/** A real payment provider, the sandbox's, and the adapter that speaks to it. Its webhooks go where the test says. */
export interface CashDesk {
  readonly provider: PaymentProvider;
  readonly apiUrl: string;
  /** As on the control page: `ok`, `slow`, `down`, `refuse`, `nonsense`, `no-webhook`, … */
  setMode(mode: string): void;
  /** Shows the checkout as a browser would, and presses a button of it: `pay:upi`, `fail:card`, `vanish:upi`. */
  pay(checkout: Checkout, choice?: string): Promise<PostBack>;
  /** Webhooks that the provider has yet to deliver. */
  pendingWebhooks(): number;
  close(): Promise<void>;
}

/** `patienceMs` where a test cannot wait for the usual ten seconds; without an address no webhooks are sent. */
export async function openCashDesk({
  webhookAddress,
  patienceMs = 10_000,
}: { webhookAddress?: string; patienceMs?: number } = {}): Promise<CashDesk> {
  const { party, pendingWebhooks, close } = await startPaymentsServer(0, { webhookAddress });
  const { keyId, keySecret, webhookSecret } = merchant;
  const settings = { apiUrl: party.address, checkoutUrl: `${party.address}/v1/checkout/embedded`, keyId, keySecret };
  return {
    provider: razorpay({ ...settings, webhookSecrets: ['the-secret-before', webhookSecret] }, { timeoutMs: patienceMs }),
    apiUrl: party.address,
    setMode(mode) {
      if (!party.setMode(mode)) throw new Error(`the payment provider knows no mode ${mode}`);
    },
    async pay({ action, fields }, choice = 'pay:upi') {
      const shown = await post(action, fields);
      return postBackOf(await post(`${party.address}/v1/checkout/choice`, { ...inputsOf(shown), choice }));
    },
    pendingWebhooks,
    close,
  };
}

async function post(address: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.text();
}

function postBackOf(page: string): PostBack {
  return { address: unescaped(/action="([^"]*)" id="back"/.exec(page)?.[1] ?? ''), fields: inputsOf(page) };
}

function inputsOf(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [unescaped(name), unescaped(value)]));
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
