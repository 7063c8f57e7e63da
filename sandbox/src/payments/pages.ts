import { escapeText } from '../party/escape-text.ts';
import type { Order } from './ledger.ts';
import type { Account } from './merchants.ts';

/** Fields that the shop passes to the hosted checkout. */
export interface CheckoutForm {
  readonly order_id: string;
  readonly callback_url: string;
  readonly cancel_url: string;
  readonly email: string;
  readonly contact: string;
  readonly name: string;
  readonly description: string;
}

/** Renders the hosted checkout: a button for each way to pay or to fail, without scripts. */
export function checkoutPage(order: Order, form: CheckoutForm): string {
  const cancel =
    form.cancel_url === '' ? '' : `<p><a href="${escapeText(form.cancel_url)}">Cancel and go back</a></p>`;
  return page(
    'Pretend checkout',
    `<p>${escapeText(form.name)}: ${escapeText(form.description)}</p>
<p class="amount">₹${rupees(order.amount)}</p>
<p>Paying as ${escapeText(form.email || form.contact)}. No money moves: this page stands in for the payment provider's.</p>
${order.status === 'paid' ? '<p role="alert">This order has been paid already.</p>' : choices(form)}
${cancel}`,
  );
}

/** Renders each merchant's keys, the address of its webhooks, and what it was paid. */
export function merchantsPage(accounts: readonly Account[]): string {
  const sections = accounts.map(
    ({ merchant, ledger, webhooks }) => `<section><h2>${escapeText(merchant.name)}</h2>
<p>Key <code>${merchant.keyId}</code>, secret <code>${merchant.keySecret}</code></p>
<form method="post" action="/merchants/webhook"><input type="hidden" name="key_id" value="${merchant.keyId}">
<label>Address of webhooks <input name="address" type="url" value="${escapeText(webhooks.address ?? '')}"></label>
<label>Their secret <input name="secret" autocomplete="off"></label><button>Set</button></form>
<form method="post" action="/merchants/lapse"><input type="hidden" name="key_id" value="${merchant.keyId}"><button>Give back what is not captured</button></form>
<ul>${ledger.payments.map(({ id, amount, amount_refunded: back, status }) => `<li><code>${id}</code> ₹${rupees(amount)}, ${status}${back > 0 ? `, ₹${rupees(back)} went back` : ''}</li>`).join('')}</ul></section>`,
  );
  return page('Merchants', sections.join(''));
}

/**
 * Renders a page that posts fields back to the shop: by script, or by a button where scripts are
 * off.
 */
export function postBackPage(address: string, fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeText(name)}" value="${escapeText(value)}">`,
  );
  return page(
    'Going back',
    `<form method="post" action="${escapeText(address)}" id="back">${inputs.join('')}<button>Go back to the shop</button></form>
<script>document.getElementById('back').submit()</script>`,
  );
}

export function notePage(title: string, text: string): string {
  return page(title, `<p>${escapeText(text)}</p>`);
}

function choices(form: CheckoutForm): string {
  const kept = Object.entries(form).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeText(value)}">`,
  );
  const buttons = [
    ['pay:upi', 'Pay by UPI'],
    ['pay:card', 'Pay by card'],
    ['pay:netbanking', 'Pay by net banking'],
    ['fail:card', 'Let the bank decline it'],
    ['vanish:upi', 'Pay but never return'],
  ].map(([value, label]) => `<button name="choice" value="${value}">${label}</button>`);
  return `<form method="post" action="/v1/checkout/choice">${kept.join('')}${buttons.join('\n')}</form>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,">
<style>${style}</style></head><body><h1>${title}</h1>${body}</body></html>`;
}

function rupees(paise: number): string {
  return (paise / 100).toFixed(2);
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 2rem auto; padding: 1rem; color: #1c1917; background: #fafaf9; }
.amount { font-size: 2rem; font-weight: 600; margin: 0; } button { display: block; width: 100%; padding: .75rem; margin: .5rem 0; font: inherit; }
a { color: #0f766e; }`;
