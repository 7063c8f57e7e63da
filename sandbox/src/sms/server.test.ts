import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { smsAccounts } from './accounts.ts';
import type { Category } from './dlt.ts';
import { refusals } from './modes.ts';
import { countParts } from './parts.ts';
import { startSmsServer } from './server.ts';
import { closeNow, listen } from '../party/listen.ts';

interface Report {
  readonly requestId: string;
  readonly status: string;
  readonly desc: string;
  readonly failedReason: string;
  readonly credit: string;
  readonly date: string;
}

const [own, other] = smsAccounts;
const asha = '919876543210';
const dltId = '1107160000000000001';
const reminder =
  'Dear {#alphanumeric#}, you are booked on {#alphanumeric#} for {#numeric#} people. Change it: {#url#} SNDBOX';
const values = {
  VAR1: 'अनिता A',
  VAR2: '23 Nov 2026 10.00 AM',
  VAR3: '2',
  VAR4: 'https://shop.example/m?x1',
};

let received: { headers: IncomingMessage['headers']; body: string }[];
let statuses: number[];
let shop: ReturnType<typeof createServer>;
let sms: Awaited<ReturnType<typeof startSmsServer>>;
let hour: string;
let template: string;

beforeEach(async () => {
  received = [];
  statuses = [];
  hour = '2026-11-23T12:00:00+05:30';
  shop = createServer((request, response) => {
    void text(request).then((body) => {
      const status = statuses.shift() ?? 200;
      if (status === 200) received.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  const port = await listen(shop, 0);
  sms = await startSmsServer(0, { now: () => hour });
  await form('/panel/webhook', { authkey: own.authkey, address: `http://127.0.0.1:${port}/reports/secret` });
  template = register(reminder);
});

afterEach(async () => {
  await sms.close();
  await closeNow(shop);
});

test('a message of a registered text is taken, delivered and reported in form data [P-12.101]', async () => {
  const { status, body } = await send(values);
  expect([status, body]).toEqual([200, { type: 'success', message: expect.stringMatching(/^[\da-f]{24}$/) }]);
  await expect
    .poll(reports)
    .toMatchObject([
      { requestId: body.message, status: '1', desc: 'DELIVERED', failedReason: '', credit: '2' },
    ]);
  expect(reports()[0]?.date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(received[0]?.headers['content-type']).toMatch('application/x-www-form-urlencoded');
  const page = await (await fetch(`${sms.party.address}/phones`)).text();
  expect(page).toContain('Dear अनिता A, you are booked on 23 Nov 2026 10.00 AM for 2 people.');
  expect(page).toContain('<a href="https://shop.example/m?x1"');
  expect(page).toContain('JD-SNDBOX-S');
});

test('in mode v3-webhook a report is one JSON object [P-12.101]', async () => {
  sms.party.setMode('v3-webhook');
  const { body } = await send(values);
  await expect.poll(() => received).toHaveLength(1);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    requestId: body.message,
    number: asha,
    senderId: 'SNDBOX',
    status: '1',
  });
});

test.each([
  ['the key of nobody', { authkey: 'wrong' }, {}, 'Authentication failure'],
  ['no template', {}, { template_id: '' }, 'Template ID missing'],
  ['an unknown template', {}, { template_id: 'f'.repeat(24) }, 'Invalid template ID'],
  ['the template of another account', { authkey: other.authkey }, {}, 'Invalid template ID'],
  [
    'a number without its country',
    {},
    { recipients: [{ mobiles: '9876543210' }] },
    'Please provide valid mobile number',
  ],
])('with %s the API answers 200 and an error', async (_, headers, change, message) => {
  expect(await send(values, change, headers)).toEqual({ status: 200, body: { type: 'error', message } });
  expect(sms.phones.messages).toEqual([]);
});

test('a template that is not approved is refused', async () => {
  const known = sms.templates.find(template, own.authkey);
  if (known) known.state = 'Pending';
  expect((await send(values)).body).toEqual({ type: 'error', message: 'Template is not approved' });
});

describe('the operators refuse in the report alone', () => {
  test.each([
    ['a text that is not the registered one', 633, () => create('Hello ##VAR1##')],
    ['the header of another entity', 623, () => create('Hello', { header: other.header })],
    ['an unknown header', 620, () => create('Hello', { header: 'NOBODY' })],
    ['an unknown text', 630, () => create('Hello', { dltId: '1107160000000000009' })],
    ['a text of another header', 634, () => foreignText()],
  ])('%s with %i [P-12.101]', async (_, code, toTemplate) => {
    expect(await send(values, { template_id: toTemplate() })).toMatchObject({ body: { type: 'success' } });
    await expect.poll(reports).toMatchObject([{ status: '16', desc: 'REJECTED' }]);
    expect(reports()[0]?.failedReason).toMatch(new RegExp(`^${code} [A-Z_]+$`));
  });

  test.each([
    ['a value that is too long', 635, { VAR1: 'a'.repeat(41) }],
    ['letters for a number', 633, { VAR3: 'two' }],
    ['a comma in a value', 633, { VAR1: 'Anita, A' }],
    ['a missing address', 633, { VAR4: '' }],
  ])('%s with %i [P-12.101]', async (_, code, change) => {
    await send({ ...values, ...change });
    await expect.poll(reports).toMatchObject([{ status: '16' }]);
    expect(reports()[0]?.failedReason).toMatch(new RegExp(`^${code} `));
  });

  test('a number that ends in 000 and a code, and in mode failed every number', async () => {
    await send(values, {}, {}, '919999000650');
    await expect.poll(reports).toMatchObject([{ status: '9', failedReason: '650 PREFERENCE_NOT_MATCHED' }]);
    sms.party.setMode('failed-17');
    await send(values);
    await expect.poll(reports).toMatchObject([{}, { status: '17', desc: 'BLOCKED' }]);
  });

  test.each([
    ['promotional', '09:59', '17'],
    ['promotional', '10:00', '1'],
    ['promotional', '20:59', '1'],
    ['promotional', '21:00', '17'],
    ['service', '21:00', '1'],
  ] as const)('promotion outside of 10 to 21: %s at %s is %s', async (category, time, status) => {
    hour = `2026-11-23T${time}:00+05:30`;
    await send({}, { template_id: register('Come again', { category, dltId: '1107160000000000002' }) });
    await expect.poll(reports).toMatchObject([{ status }]);
  });

  test('promotion to a number that wants none', async () => {
    const promotion = register('Come again', { category: 'promotional', dltId: '1107160000000000002' });
    await send({}, { template_id: promotion }, {}, '919876543650');
    await expect.poll(reports).toMatchObject([{ status: '9', failedReason: '650 PREFERENCE_NOT_MATCHED' }]);
  });
});

test('each refusal of the API can be had by its mode [P-12.101]', async () => {
  for (const [mode, [status, body]] of Object.entries(refusals)) {
    sms.party.setMode(mode);
    expect(await send(values)).toEqual({ status, body });
  }
});

test('a report comes again after 500, comes twice in its mode, and stops after 404 until it is resumed', async () => {
  statuses = [500];
  await send(values);
  await expect.poll(reports, { timeout: 3000 }).toHaveLength(1);
  sms.party.setMode('duplicate-webhook');
  await send(values);
  await expect.poll(reports).toHaveLength(3);
  sms.party.setMode('ok');
  statuses = [404];
  await send(values);
  await expect.poll(() => sms.reports(own.authkey).isPaused).toBe(true);
  expect(await (await fetch(`${sms.party.address}/panel`)).text()).toContain('Paused');
  const { address } = sms.reports(own.authkey);
  await form('/panel/webhook', { authkey: own.authkey, address });
  await send(values);
  await expect.poll(reports).toHaveLength(4);
});

test('in mode late the message is sent without an answer', async () => {
  sms.party.setMode('late');
  await expect(send(values)).rejects.toThrow();
  await expect.poll(reports).toHaveLength(1);
});

test('a person registers a text on the panel, and reads there why it is refused', async () => {
  const fields = {
    authkey: own.authkey,
    text: 'Hi {#alphanumeric#}, bye',
    dltId: '1107160000000000003',
    category: 'service',
  };
  expect((await form('/panel/templates', fields)).status).toBe(303);
  expect(sms.templates.all.at(-1)).toMatchObject({ text: 'Hi ##VAR1##, bye', header: 'SNDBOX' });
  const refused = await form('/panel/templates', { ...fields, text: 'Hi {#name#}' });
  expect([refused.status, await refused.text()]).toMatchObject([
    400,
    expect.stringContaining('{#name#} is unknown'),
  ]);
});

test.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['अ'.repeat(70), 1],
  ['अ'.repeat(71), 2],
  ['अ'.repeat(135), 3],
])('%s is sent in %i parts', (content, parts) => {
  expect(countParts(content)).toBe(parts);
});

function register(
  content: string,
  { category = 'service', dltId: id = dltId }: { category?: Category; dltId?: string } = {},
) {
  return sms.templates.register(own, { dltId: id, text: content, category }).id;
}

function create(content: string, change: { header?: string; dltId?: string } = {}): string {
  return sms.templates.create(own, { dltId, header: own.header, text: content, ...change }).id;
}

/** Creates a template whose text is registered for another header. */
function foreignText(): string {
  const id = '1107160000000000004';
  sms.templates.register(other, { dltId: id, text: 'Hello' });
  return create('Hello', { dltId: id });
}

async function send(
  variables: object,
  change: object = {},
  headers: Record<string, string> = {},
  number = asha,
): Promise<{ status: number; body: { type: string; message: string } }> {
  const body = {
    template_id: template,
    short_url: '0',
    recipients: [{ mobiles: number, ...variables }],
    ...change,
  };
  const reply = await fetch(`${sms.party.address}/api/v5/flow`, {
    method: 'POST',
    headers: { authkey: own.authkey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as { type: string; message: string } };
}

function form(path: string, fields: Record<string, string>) {
  return fetch(`${sms.party.address}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

/** Reads the reports that came in form data. */
function reports(): Report[] {
  return received.flatMap(({ body }) => {
    const data = JSON.parse(new URLSearchParams(body).get('data') ?? '[]') as {
      requestId: string;
      report: Report[];
    }[];
    return data.flatMap(({ requestId, report }) => report.map((each) => ({ ...each, requestId })));
  });
}
