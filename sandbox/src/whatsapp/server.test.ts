import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WhatsAppAPI } from 'whatsapp-api-js';

import {
  BodyComponent,
  BodyParameter,
  PayloadComponent,
  Template,
  Text,
  URLComponent,
} from 'whatsapp-api-js/messages';
import { whatsAppApp, whatsAppNumbers } from './accounts.ts';
import { faults } from './faults.ts';
import { startWhatsAppServer } from './server.ts';
import { closeNow, listen } from '../party/listen.ts';

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Value {
  readonly metadata?: { readonly phone_number_id: string };
  readonly contacts?: readonly object[];
  readonly statuses?: readonly { readonly id: string; readonly status: string }[];
  readonly messages?: readonly object[];
  readonly event?: string;
}

const [own, other] = whatsAppNumbers;
const asha = '919876543210';
/** A template that the account registers at the start of each test. */
const reminder = {
  name: 'reminder_v1',
  language: 'en',
  category: 'UTILITY',
  components: [
    {
      type: 'BODY',
      text: 'Hello {{1}}, you are booked for {{2}} with us.',
      example: { body_text: [['Asha', '10 am']] },
    },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'I am coming' },
        { type: 'URL', text: 'Change', url: 'https://shop.example/m/{{1}}', example: ['a'] },
      ],
    },
  ],
};

let received: Received[];
let refusals: number;
let app: ReturnType<typeof createServer>;
let whatsApp: Awaited<ReturnType<typeof startWhatsAppServer>>;

beforeEach(async () => {
  received = [];
  refusals = 0;
  app = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://app');
    if (request.method === 'GET')
      return void response
        .writeHead(searchParams.get('hub.verify_token') === whatsAppApp.verifyToken ? 200 : 403)
        .end(searchParams.get('hub.challenge'));
    void text(request).then((body) => {
      refusals -= 1;
      if (refusals < 0) received.push({ headers: request.headers, body });
      response.writeHead(refusals >= 0 ? 500 : 200).end();
    });
  });
  const port = await listen(app, 0);
  whatsApp = await startWhatsAppServer(0, { webhookAddress: `http://127.0.0.1:${port}/hook`, reviewMs: 0 });
  await registered(reminder);
});

afterEach(async () => {
  await whatsApp.close();
  await closeNow(app);
});

test('a template message is accepted, and its states come by webhooks signed over their bytes [P-12.100]', async () => {
  const { status, body } = await send(template(['अनिता/A', '10 am'], { payload: 'coming:1', suffix: 'x1' }));
  expect([status, body]).toMatchObject([
    200,
    {
      messaging_product: 'whatsapp',
      contacts: [{ input: asha, wa_id: asha }],
      messages: [{ id: expect.stringMatching(/^wamid\./), message_status: 'accepted' }],
    },
  ]);
  await expect.poll(() => states()).toEqual(['sent', 'delivered']);
  expect(values()[0]).toMatchObject({
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '918047180001', phone_number_id: own.phoneNumberId },
    statuses: [{ recipient_id: asha, biz_opaque_callback_data: 'n-1', pricing: { category: 'utility' } }],
  });
  for (const { headers, body: bytes } of received)
    expect(headers['x-hub-signature-256']).toBe(`sha256=${signatureOf(bytes)}`);
  expect(await phonePage()).toContain('Hello अनिता/A, you are booked for 10 am with us.');
});

test('a person taps a quick reply and types on the page of the phone; both come by webhook [P-12.100]', async () => {
  await send(template(['Asha', '10 am'], { payload: 'coming:1', suffix: 'x1' }));
  await expect.poll(() => states()).toEqual(['sent', 'delivered']);
  const page = await phonePage();
  expect(page).toContain('href="https://shop.example/m/x1"');
  const id = /name="message" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await post('tap', { message: id, button: '0' });
  await post('text', { text: 'STOP अभी' });
  await expect.poll(() => values().flatMap(({ messages }) => messages ?? [])).toHaveLength(2);
  expect(states()).toEqual(['sent', 'delivered', 'read']);
  const [tap, typed] = values().flatMap(({ messages }) => messages ?? []);
  expect(tap).toMatchObject({
    from: asha,
    type: 'button',
    context: { id },
    button: { payload: 'coming:1', text: 'I am coming' },
  });
  expect(typed).toMatchObject({ from: asha, type: 'text', text: { body: 'STOP अभी' } });
  expect(received.at(-1)?.body).toMatch(/^[\0-\x7f]+$/);
});

test('text of its own reaches a person only within 24 hours of their message, else 131047 by webhook', async () => {
  const outside = await send({ type: 'text', text: { body: 'Hello' } });
  expect(outside.status).toBe(200);
  await expect
    .poll(() => values().at(-1)?.statuses)
    .toMatchObject([{ status: 'failed', errors: [{ code: 131047 }] }]);
  await post('text', { text: 'Hi' });
  await send({ type: 'text', text: { body: 'Hello again' } });
  await expect.poll(() => states()).toEqual(['failed', 'sent', 'delivered']);
});

test.each([
  ['a wrong token', 401, 190, { token: 'wrong' }, {}],
  ['the number of another account', 400, 100, { token: other.token }, {}],
  ['no product', 400, 100, {}, { messaging_product: undefined }],
  ['no recipient', 400, 131008, {}, { to: undefined }],
  ['a recipient that is no number', 400, 131009, {}, { to: '12' }],
  ['an unknown type', 400, 131051, {}, { type: 'hologram' }],
  ['an unknown template', 404, 132001, {}, template(['a', 'b'], {}, { name: 'unknown' })],
  ['another language', 404, 132001, {}, template(['a', 'b'], {}, { language: { code: 'hi' } })],
  ['a parameter too few', 400, 132000, {}, template(['a'], { suffix: 'x' })],
  ['an empty parameter', 400, 131008, {}, template(['a', ''], { suffix: 'x' })],
  ['a parameter with a line break', 400, 132018, {}, template(['a', 'b\nc'], { suffix: 'x' })],
  ['a text that is too long', 400, 132005, {}, template(['a', 'b'.repeat(1024)], { suffix: 'x' })],
  ['an address without its end', 400, 131008, {}, template(['a', 'b'], { payload: 'p' })],
  [
    'a button of another kind',
    400,
    132012,
    {},
    template(['a', 'b'], { suffix: 'x', payload: 'p', first: 'url' }),
  ],
])(
  'a message with %s is refused with %i and code %i',
  async (_, status, code, { token = own.token }: { token?: string }, change) => {
    const answer = await send({ ...template(['Asha', '10 am'], { suffix: 'x' }), ...change }, token);
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { error: { code, type: 'OAuthException', error_data: { messaging_product: 'whatsapp' } } },
    ]);
    expect(states()).toEqual([]);
  },
);

test('a number that ends in the code of an error fails with it: later by webhook, or in the answer', async () => {
  const later = { ...template(['Asha', '10 am'], { suffix: 'x' }), to: '919999131026' };
  expect((await send(later)).status).toBe(200);
  await expect
    .poll(() => values().at(-1)?.statuses)
    .toMatchObject([{ status: 'failed', errors: [{ code: 131026 }] }]);
  expect(await send({ ...later, to: '919999131031' })).toMatchObject({
    status: 403,
    body: { error: { code: 131031 } },
  });
});

test('each error of the table can be had in the answer, and those that come later by webhook [P-12.100]', async () => {
  const { modes } = whatsApp.party;
  for (const [code, { status, isReportedLater }] of Object.entries(faults)) {
    expect(whatsApp.party.setMode(`error-${code}`)).toBe(true);
    expect(await send({})).toMatchObject({ status, body: { error: { code: Number(code) } } });
    expect(`failed-${code}` in modes).toBe(isReportedLater === true);
  }
  whatsApp.party.setMode('failed-131049');
  await send(template(['Asha', '10 am'], { suffix: 'x' }));
  await expect
    .poll(() => values().at(-1)?.statuses)
    .toMatchObject([{ status: 'failed', errors: [{ code: 131049 }] }]);
});

describe('limits', () => {
  test('more than a burst to one person is 131056, and more a second than the number may is 130429 [P-12.100]', async () => {
    await whatsApp.close();
    whatsApp = await startWhatsAppServer(0, {
      reviewMs: 0,
      limits: { perSecond: 4, pairBurst: 2, pairSeconds: 6 },
    });
    const codes = [];
    for (const to of [asha, asha, asha, '919876543211', '919876543212']) {
      const { body } = await send({ ...hello, to });
      codes.push('error' in body ? (body as { error: { code: number } }).error.code : 0);
    }
    expect(codes).toEqual([0, 0, 131056, 0, 130429]);
  });
});

test.each([
  ['unordered-webhook', ['delivered', 'sent']],
  ['undelivered', ['sent']],
  ['duplicate-webhook', ['sent', 'sent', 'delivered', 'delivered']],
  ['batched-webhook', ['sent', 'delivered']],
])('in mode %s the webhooks say %j', async (mode, expected) => {
  whatsApp.party.setMode(mode);
  await send(hello);
  await expect.poll(() => states(), { timeout: 3000 }).toEqual(expected);
  expect(received).toHaveLength(mode === 'batched-webhook' ? 1 : expected.length);
});

test('a webhook comes again until the app takes it, and one that is forged has a wrong signature', async () => {
  refusals = 1;
  await send(hello);
  await expect.poll(() => states(), { timeout: 3000 }).toEqual(['sent', 'delivered']);
  await expect.poll(() => whatsApp.network.webhooks.pending).toBe(0);
  whatsApp.party.setMode('forged-webhook');
  await send(hello);
  await expect.poll(() => received).toHaveLength(4);
  const last = received.at(-1);
  expect(last?.headers['x-hub-signature-256']).not.toBe(`sha256=${signatureOf(last?.body ?? '')}`);
});

test('in mode username the webhooks have no number, and the business answers to the user id', async () => {
  whatsApp.party.setMode('username');
  await send(hello);
  await post('text', { text: 'Hi' });
  await expect.poll(() => values().flatMap(({ messages }) => messages ?? [])).toHaveLength(1);
  expect(received.map(({ body }) => body).join('')).not.toContain(asha);
  const [message] = values().flatMap(({ messages }) => messages ?? []) as { from_user_id: string }[];
  const answer = await send({
    type: 'text',
    text: { body: 'Yes?' },
    to: undefined,
    recipient: message?.from_user_id,
  });
  expect(answer).toMatchObject({ status: 200, body: { contacts: [{ wa_id: asha }] } });
});

test('in mode held a template is held, in mode late it is sent without an answer', async () => {
  whatsApp.party.setMode('held');
  expect((await send(hello)).body).toMatchObject({
    messages: [{ message_status: 'held_for_quality_assessment' }],
  });
  whatsApp.party.setMode('late');
  await expect(send(hello)).rejects.toThrow();
  await expect.poll(() => states()).toEqual(['sent', 'delivered']);
});

test('the address of the webhooks is verified with its token from the page', async () => {
  const verify = () => fetch(`${whatsApp.party.address}/webhook/verify`, { method: 'POST' });
  expect(await (await verify()).text()).toContain('answered with the challenge');
  await closeNow(app);
  expect(await (await verify()).text()).toContain('did not answer');
});

describe('templates', () => {
  const bodyOf = (text: string, example: object = { body_text: [['x']] }) => ({
    ...reminder,
    name: 'other',
    components: [{ type: 'BODY', text, example }],
  });

  test('are reviewed, listed in pages, and what becomes of them comes by webhook', async () => {
    expect(await create(bodyOf('Dear {{1}}, welcome.'))).toMatchObject({
      status: 200,
      body: { status: 'PENDING', category: 'UTILITY' },
    });
    await expect.poll(() => values().map(({ event }) => event)).toEqual(['APPROVED']);
    const first = await list('?limit=2');
    expect(first).toMatchObject({
      data: [{ name: 'hello_world' }, { name: 'reminder_v1', status: 'APPROVED' }],
    });
    expect(await list('?limit=2&after=2')).toMatchObject({ data: [{ name: 'other', language: 'en' }] });
    const { id } = (first as { data: { id: string }[] }).data[1] ?? { id: '' };
    const form = {
      method: 'POST',
      body: new URLSearchParams({ state: 'PAUSED' }),
      redirect: 'manual',
    } as const;
    expect((await fetch(`${whatsApp.party.address}/templates/${id}`, form)).status).toBe(303);
    await expect
      .poll(() => values().at(-1))
      .toMatchObject({ event: 'PAUSED', message_template_name: 'reminder_v1' });
    expect((await send(template(['Asha', '10 am'], { suffix: 'x' }))).body).toMatchObject({
      error: { code: 132015 },
    });
  });

  test.each(['review-waits', 'review-rejects'])('in mode %s a new one cannot be sent', async (mode) => {
    whatsApp.party.setMode(mode);
    await create(bodyOf('Dear {{1}}, welcome.'));
    const body = template(['Asha'], {}, { name: 'other' });
    await expect.poll(async () => (await send(body)).body).toMatchObject({ error: { code: 132001 } });
  });

  test.each([
    ['a name in capitals', { ...reminder, name: 'Reminder' }],
    ['a name and language that exist', reminder],
    ['an unknown category', { ...reminder, name: 'other', category: 'SERVICE' }],
    ['no body', { ...reminder, name: 'other', components: [] }],
    ['a variable at its start', bodyOf('{{1}}, welcome.')],
    ['a variable at its end', bodyOf('Welcome {{1}}')],
    ['variables that are not numbered in order', bodyOf('Dear {{2}}, welcome.')],
    [
      'variables without an example',
      { ...bodyOf(''), components: [{ type: 'BODY', text: 'Dear {{1}}, hi.' }] },
    ],
    ['a body that is too long', bodyOf('a'.repeat(1025))],
  ])('with %s are refused', async (_, fields) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });
});

test('a client that others wrote sends a template, and understands the webhooks [P-12.100]', async () => {
  const client = new WhatsAppAPI({
    token: own.token,
    appSecret: whatsAppApp.appSecret,
    webhookVerifyToken: whatsAppApp.verifyToken,
    v: 'v26.0',
    ponyfill: {
      fetch: (input, init) => {
        const { href } = new URL(input instanceof Request ? input.url : input);
        return fetch(href.replace('https://graph.facebook.com', whatsApp.party.address), init);
      },
    },
  });
  const statuses: string[] = [];
  const messages: object[] = [];
  client.on.status = ({ status }) => void statuses.push(status);
  client.on.message = ({ message }) => void messages.push(message);
  const message = new Template(
    'reminder_v1',
    'en',
    new BodyComponent(new BodyParameter('Asha'), new BodyParameter('10 am')),
    new PayloadComponent('coming:1'),
    new URLComponent('x1'),
  );
  const sent = await client.sendMessage(own.phoneNumberId, asha, message);
  expect(sent).toMatchObject({ messages: [{ message_status: 'accepted' }] });
  expect(await client.sendMessage(own.phoneNumberId, '12', new Text('Hi'))).toMatchObject({
    error: { code: 131009 },
  });
  await expect.poll(() => states()).toEqual(['sent', 'delivered']);
  await post('text', { text: 'Hi' });
  await expect.poll(() => received.length).toBe(4);
  for (const { headers, body } of received)
    await client.post(JSON.parse(body), body, String(headers['x-hub-signature-256']));
  expect(statuses).toEqual(['sent', 'delivered', 'read']);
  expect(messages).toMatchObject([{ type: 'text', text: { body: 'Hi' } }]);
});

const hello = { type: 'template', template: { name: 'hello_world', language: { code: 'en_US' } } };

function template(
  texts: readonly string[],
  { payload, suffix, first = 'quick_reply' }: { payload?: string; suffix?: string; first?: string },
  changes: object = {},
) {
  const button = (index: string, kind: string, parameter: object) => ({
    type: 'button',
    sub_type: kind,
    index,
    parameters: [parameter],
  });
  return {
    type: 'template',
    template: {
      name: reminder.name,
      language: { code: 'en' },
      components: [
        { type: 'body', parameters: texts.map((each) => ({ type: 'text', text: each })) },
        ...(payload === undefined ? [] : [button('0', first, { type: 'payload', payload })]),
        ...(suffix === undefined ? [] : [button('1', 'url', { type: 'text', text: suffix })]),
      ],
      ...changes,
    },
  };
}

async function registered(fields: object): Promise<void> {
  await create(fields);
  await expect.poll(() => values().map(({ event }) => event)).toEqual(['APPROVED']);
  received = [];
}

function create(fields: object) {
  return ask(`/${own.accountId}/message_templates`, fields, own.token);
}

async function list(query: string): Promise<object> {
  const address = `${whatsApp.party.address}/v26.0/${own.accountId}/message_templates${query}`;
  const reply = await fetch(address, { headers: { authorization: `Bearer ${own.token}` } });
  return (await reply.json()) as object;
}

function send(change: object, token: string = own.token) {
  const body = { messaging_product: 'whatsapp', to: asha, biz_opaque_callback_data: 'n-1', ...change };
  return ask(`/${own.phoneNumberId}/messages`, body, token);
}

async function ask(path: string, body: object, token: string): Promise<{ status: number; body: object }> {
  const reply = await fetch(`${whatsApp.party.address}/v26.0${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as object };
}

async function phonePage(): Promise<string> {
  return (await fetch(`${whatsApp.party.address}/phones/${asha}`)).text();
}

function post(action: string, fields: Record<string, string>) {
  return fetch(`${whatsApp.party.address}/phones/${asha}/${action}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

function values(): Value[] {
  return received.flatMap(({ body }) =>
    (JSON.parse(body) as { entry: { changes: { value: Value }[] }[] }).entry.flatMap(({ changes }) =>
      changes.map(({ value }) => value),
    ),
  );
}

function states(): string[] {
  return values().flatMap(({ statuses = [] }) => statuses.map(({ status }) => status));
}

function signatureOf(bytes: string): string {
  return createHmac('sha256', whatsAppApp.appSecret).update(bytes).digest('hex');
}
