import type { AnyEndpoint } from '@samay/contract/core/endpoint';
import type { OnlineMode } from '@samay/contract/public/online-booking';
import { changeWhatsApp } from '@samay/contract/reach/notices';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../src/app.ts';
import { asPlatform } from '../src/db/tenant.ts';
import { registerTexts } from '../src/modules/reach/index.ts';
import { testApp, type TestApp } from './fixtures/app.ts';
import { buildException } from './fixtures/availability.ts';
import { buildAppointment } from './fixtures/builders.ts';
import { Client } from './fixtures/client.ts';
import { RecordedStatements } from './fixtures/database/recorded-statements.ts';
import { buildPage, type BusinessWithPage } from './fixtures/public/business-with-page.ts';
import { everyEndpoint, sendSample } from './fixtures/samples.ts';
import { sampleFor } from './fixtures/samples/sample-world.ts';
import { recordedMailbox } from './fixtures/third-parties/mailbox.ts';
import { startPaymentProvider, type TestPaymentProvider } from './fixtures/third-parties/payment-provider.ts';
import { openWhatsApp, type WhatsAppParty } from './fixtures/third-parties/whatsapp.ts';

// T-2.63: what a stranger is answered is the same, whether or not a business knows the number, the email
// and the name that they type: status, headers, body and, before a proof, statements. Two businesses differ
// in nothing but the person of the bookings that they have.

/** Monday; now is Saturday. */
const monday = '2026-11-23';
/** A number and an email that nobody had before: limits count each. */
let last = 40_000;
const newPerson = () => {
  last += 1;
  return { digits: `98765${last}`, number: `98765 ${last}`, email: `asha.${last}@people.example` };
};
type Person = ReturnType<typeof newPerson>;

const recorded = new RecordedStatements();
const box = recordedMailbox();
let desk: TestPaymentProvider;
let whatsApp: WhatsAppParty;
let app: TestApp;
let served: FastifyInstance;
beforeAll(async () => {
  whatsApp = await openWhatsApp({ timeoutMs: 10_000 });
  desk = await startPaymentProvider();
  app = await testApp({
    dependencies: { mail: box.mailer, whatsApp: whatsApp.provider, payments: desk.provider },
  });
  served = await buildApp({ ...app.dependencies, database: recorded.over(app.database) });
  await registerTexts(app.dependencies);
});
afterAll(async () => {
  await served.close();
  await app.close();
  await desk.close();
  await whatsApp.close();
});

/**
 * Creates a business that one number may have asked once, where two people of one number have booked online:
 * the person, or strangers to them.
 */
async function build(
  person: Person | null,
  mode: OnlineMode,
  hasWhatsApp: boolean,
): Promise<BusinessWithPage> {
  const page = await buildPage(app, { mode, openPerNumber: 1 });
  const { clinic, owner, resource } = page;
  if (hasWhatsApp) await owner.call(changeWhatsApp, { body: { isOn: true } });
  const { digits, email } = person ?? newPerson();
  const isKnown = person !== null;
  for (const [personName, time] of [
    [isKnown ? 'Asha Patil' : 'Esha Pawar', '12:00'],
    [isKnown ? 'Rohan Patil' : 'Sohan Pawar', '13:00'],
  ] as const)
    await buildAppointment(app, clinic, {
      personName,
      contact: `+91${digits}`,
      date: monday,
      time,
      resourceId: resource,
    });
  await buildException(app, clinic, resource);
  await asPlatform(app, async (tx) => {
    await sql`update appointments set person_email = ${email}, source = 'online'
      where tenant_id = ${clinic.id}`.execute(tx);
    await sql`update patients set language = 'te', email = ${email}
      where tenant_id = ${clinic.id}`.execute(tx);
  });
  return page;
}

interface Answer {
  readonly request: string;
  readonly status: number;
  readonly headers: object;
  readonly body: string;
  readonly statements: readonly string[];
}

/** A browser without a script. It keeps the answers and the routes that it used. */
class Visitor {
  readonly answers: Answer[] = [];
  readonly #page: BusinessWithPage;
  readonly #known: ReadonlyMap<string, string>;
  readonly #cookies = new Map<string, string>();
  /** Whether statements are compared: not once a proof has been given. */
  comparesStatements = true;

  constructor(page: BusinessWithPage, known: ReadonlyMap<string, string>) {
    this.#page = page;
    this.#known = known;
  }

  get = (path: string) => this.#send('GET', path);
  post = (path: string, form: Record<string, string> = {}) => this.#send('POST', path, form);

  async #send(method: 'GET' | 'POST', path: string, form: Record<string, string> = {}): Promise<string> {
    const url = path.startsWith('/m/') ? path : `/b/${this.#page.slug}${path}`;
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    let place = '';
    const statements = await recorded.during(async () => {
      const answer = await served.inject({
        method,
        url,
        headers: {
          cookie,
          ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(method === 'POST' && { payload: new URLSearchParams(form).toString() }),
      });
      for (const { name, value } of answer.cookies) this.#cookies.set(name, value);
      place = (answer.headers.location ?? '').replace(`/b/${this.#page.slug}`, '');
      const { date: _, 'content-length': __, ...headers } = answer.headers;
      this.answers.push({
        request: this.#plain(`${method} ${path}`),
        status: answer.statusCode,
        headers: JSON.parse(this.#plain(JSON.stringify(headers))) as object,
        body: this.#plain(answer.body),
        statements: [],
      });
    });
    const last = this.answers.at(-1);
    if (last && this.comparesStatements)
      this.answers[this.answers.length - 1] = {
        ...last,
        statements: statements.map(({ sql: text }) => text).toSorted(),
      };
    return place;
  }

  /** Replaces what two businesses and forms differ in. */
  #plain(text: string): string {
    const { slug, clinic } = this.#page;
    return text
      .replaceAll(slug, '{slug}')
      .replaceAll(`Business ${clinic.id.slice(0, 4)}`, '{business}')
      .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, (id) => this.#known.get(id) ?? '{id}')
      .replaceAll(/\r?\n /g, '')
      .replaceAll(/\/m\/[\w-]{39}/g, '/m/{secret}')
      .replaceAll(/<(style|svg)[\s\S]*?<\/\1>/g, '')
      .replaceAll(/nonce(-|=")[\w-]{22}/g, 'nonce$1{nonce}');
  }
}

/** Tries each address of the page with all that it gives, and returns the answers. */
async function tryAll(page: BusinessWithPage, person: Person): Promise<readonly Answer[]> {
  const known = await namesOfIds(page);
  const { resource } = page;
  const [visitor, other] = [new Visitor(page, known), new Visitor(page, known)];
  const at = `day=${monday}&time=10:00&with=${resource}`;
  const day = { day: monday, time: '10:00', with: resource };
  const typed = { ...day, name: ' asha  PATIL', number: person.number, email: person.email, note: '' };
  for (const path of [
    '',
    `?day=${monday}`,
    '?l=te',
    '/poster',
    '/x-ray',
    '/x-ray?from=2026-12-20',
    '/nothing',
  ])
    await visitor.get(path);
  await visitor.post('/forget');
  await visitor.post('/x-ray/hold', { day: monday, time: '12:00' });
  await visitor.post('/x-ray/hold', { day: monday, time: '10:00' });
  await visitor.get(`/x-ray/ask?${at}`);
  await visitor.post('/x-ray/ask', { ...typed, request: randomUUID(), name: '' });
  const request = randomUUID();
  await visitor.post('/x-ray/ask', { ...typed, request });
  for (const browser of [visitor, other]) {
    await browser.get(`/c/${request}`);
    await browser.post(`/c/${request}`, { code: 'x' });
    for (const chosen of ['new', ...known.keys()])
      await browser.post(`/c/${request}/who`, { person: chosen });
    await browser.post(`/c/${request}/again`);
    for (const path of [`/p/${request}`, `/p/${request}/leave`, `/p/${request}/return`]) {
      await browser.get(path);
      await browser.post(path, { razorpay_payment_id: 'pay_1', razorpay_signature: '0' });
    }
    await browser.get(`/r/${request}`);
  }
  await other.post(`/c/${request}/request`);
  await visitor.post(`/c/${request}/request`);
  for (const browser of [other, visitor]) await browser.get(`/r/${request}`);
  for (const browser of [other, visitor]) await browser.post(`/r/${request}/paid`, { utr: '123456789012' });
  await visitor.post(`/r/${request}/withdraw`);
  await visitor.get(`/r/${request}`);
  return [...visitor.answers, ...other.answers];
}

/** Lists the ids that are the businesses' own, each with its place: a stranger might guess them. */
async function namesOfIds({ clinic, resource }: BusinessWithPage): Promise<ReadonlyMap<string, string>> {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{ id: string }>`select id from patients where tenant_id = ${clinic.id} order by name`.execute(tx),
  );
  return new Map([
    [resource, '{doctor}'],
    ...rows.map(({ id }, place): [string, string] => [id, `{person ${place}}`]),
  ]);
}

/** Lists the routes of the page as the server has bound them. */
function listRoutes(): string[] {
  const path: string[] = [];
  return served
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, before = '', own = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \(([^)]*)\)/.exec(line) ?? [];
      path.splice(before.length / 4, path.length, own);
      const route = path.join('');
      return methods.split(', ').map((method) => `${method} ${route}`);
    })
    .filter((route) => /^(?:GET|POST) \/b\/:/.test(route));
}

/** Returns whether an answer came from a route. */
function isOf(route: string, { request }: Answer): boolean {
  const pattern = route.replace('/b/:slug', '').replaceAll(/:(?:id|service)/g, '[^/?]+');
  return new RegExp(`^${pattern}(?:\\?|$)`).test(request);
}

it.each([
  ['requests', 'request', false],
  ['codes by WhatsApp', 'booking', true],
  ['codes by email', 'booking', false],
] as const)(
  'nobody learns from %s whether a business knows a number, an email or a name [T-2.63, T-2.44, T-2.68]',
  async (_what, mode, hasWhatsApp) => {
    const person = newPerson();
    const seen = [];
    for (const known of [person, null]) {
      const page = await build(known, mode, hasWhatsApp);
      const answers = await tryAll(page, person);
      for (const route of listRoutes())
        expect([route, answers.some((answer) => isOf(route, answer))]).toEqual([route, true]);
      for (const text of ['Rohan', 'Sohan', 'Esha', 'Asha Patil', 'Holidays'])
        expect([text, JSON.stringify(answers).includes(text)]).toEqual([text, false]);
      for (const { body } of answers.filter(({ request }) => request.startsWith('GET /r/')))
        expect(body).not.toMatch(new RegExp(`patil|${person.digits}|${person.number}`, 'i'));
      seen.push(answers);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.every(({ status }) => status < 500)).toBe(true);
    expect(seen[0]?.filter(({ statements }) => statements.length > 0).length).toBeGreaterThan(15);
  },
);

it('a proof by email shows a booking that says nothing of a known person of its number [T-2.63]', async () => {
  const person = newPerson();
  const seen = [];
  for (const known of [person, null]) {
    const page = await build(known, 'booking', false);
    const visitor = new Visitor(page, await namesOfIds(page));
    visitor.comparesStatements = false;
    const email = `${randomUUID()}@people.example`;
    const typed = {
      day: monday,
      time: '10:00',
      with: page.resource,
      name: ' asha  PATIL',
      number: person.number,
    };
    const asked = await visitor.post('/x-ray/ask', { ...typed, email, note: '', request: randomUUID() });
    const code = /\d{6}/.exec(box.emails(email)[0]?.subject ?? '')?.[0] ?? '';
    const booking = await visitor.post(asked, { code, remember: '1' });
    for (const path of [booking, booking.split('?')[0] ?? '']) await visitor.get(path);
    for (const part of ['/move', '/cancel', '/notices', '/calendar.ics'])
      await visitor.get(booking.replace('?', `${part}?`));
    seen.push(
      visitor.answers.map(({ body, ...rest }) => ({ ...rest, body: body.replaceAll(email, '{email}') })),
    );
  }
  expect(seen[0]?.map(({ status }) => status)).toEqual([303, 303, 200, 200, 200, 200, 200, 200]);
  expect(seen[0]).toEqual(seen[1]);
});

it('reads as a guest all but the plan and the ways of codes and payments, in which a visitor has no say [T-2.57]', async () => {
  const { slug } = await build(newPerson(), 'booking', true);
  const sent = await recorded.during(async () => {
    for (const path of ['', '/x-ray', `/x-ray?day=${monday}`, '/nothing'])
      await served.inject(`/b/${slug}${path}`);
  });
  const { rows: all } = await asPlatform(app, (tx) =>
    sql<{ name: string }>`select tablename::text as name from pg_tables where schemaname = 'public'`.execute(
      tx,
    ),
  );
  const texts = sent.flatMap(({ sql: text, role }) => (role === 'samay_guest' ? [] : [text]));
  const read = all
    .map(({ name }) => name)
    .filter((name) => texts.some((text) => new RegExp(`\\b(?:from|join) "?${name}\\b`).test(text)));
  expect(read.toSorted()).toEqual([
    'business_profiles',
    'day_tallies',
    'notice_channels',
    'notice_templates',
    'online_accounts',
    'plans',
    'sms_texts',
    'subscriptions',
  ]);
  expect(sent.length - texts.length).toBeGreaterThan(15);
});

/** The endpoints of the contract that anyone may call with an email, such as the one for a forgotten password. */
const withEmail = everyEndpoint.filter(
  ([, endpoint]) => endpoint.access === 'public' && takesEmail(endpoint),
);

it.each(withEmail)('%s answers alike for a known and an unknown email [T-2.63]', async (name, endpoint) => {
  expect(withEmail.length).toBeGreaterThan(3);
  const { clinic, owner } = await buildPage(app);
  const seen = [];
  for (const email of [owner.identity?.email ?? '', `${randomUUID()}@people.example`]) {
    const sample = await sampleFor(app, name, clinic, owner);
    const body = { ...(sample.body as object), email };
    const answer = await sendSample(new Client(app.app), endpoint, { ...sample, body });
    const text = JSON.stringify(answer.body ?? null);
    seen.push([
      answer.status,
      text.replaceAll(email, '').replaceAll(/"(requestId|order_id)":"[^"]*"/g, '$1'),
    ]);
  }
  expect(seen[0]).toEqual(seen[1]);
});

function takesEmail({ body }: AnyEndpoint): boolean {
  return body instanceof z.ZodObject && 'email' in body.shape;
}
