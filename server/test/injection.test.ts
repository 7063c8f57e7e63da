import type { AnyEndpoint } from '@samay/contract/core/endpoint';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from './fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import type { Client } from './fixtures/client.ts';
import { type Mailbox, startMailbox } from './fixtures/third-parties/mailbox.ts';
import { testEngine } from './fixtures/database.ts';
import { isFull, printInvariant } from './fixtures/invariants/invariant.ts';
import { snapshot } from './fixtures/rows.ts';
import { type EndpointName, everyEndpoint, sendSample } from './fixtures/samples.ts';
import type { Sample } from './fixtures/samples/sample.ts';
import { sampleFor } from './fixtures/samples/sample-world.ts';

// T-1.3: no text in any field of a request becomes SQL, reaches another business's rows, or makes the
// server fail.

const hostile = [
  "'",
  '"',
  "''",
  "' or '1'='1",
  "' or 1=1 --",
  "'; drop table appointments; --",
  '1; select pg_sleep(10) --',
  "' union select password_hash from users --",
  "x' and 1=(select count(*) from users) --",
  '%',
  '_',
  '\\',
  '%_\\%',
  '\\\\',
  '$1',
  '$$; select 1; $$',
  '/* */',
  '--',
  ') or true --',
  "E'\\\\x27",
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uDFFF\uD800',
  '\u2028',
  '\u202Eevil',
  '%00',
  '%27',
  '../../etc/passwd',
  '{{7*7}}',
  '${7*7}',
  '{"$ne": null}',
  '[object Object]',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e309',
  '-1',
  '99999999999999999999',
  '0000-00-00',
  '9999-99-99',
  '2026-02-30',
  '294277-01-01',
  'infinity',
  'now()',
  '24:00:01',
  '29:59',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'after_2026-02-30_10:00_00000000-0000-0000-0000-000000000000',
  'after_9999-99-99_10:00_00000000-0000-0000-0000-000000000000',
  'before_2026-11-21_29:59_00000000-0000-0000-0000-000000000000',
  'after_2026-11-21_24:30_00000000-0000-0000-0000-000000000000',
  "after_2026-11-21_10:00_00000000-0000-0000-0000-000000000000' or '1'='1",
  'after_0000-01-01_10:00_00000000-0000-0000-0000-000000000000',
  'x'.repeat(5_000),
  'ß'.repeat(130),
  '😀'.repeat(60),
];

/** A stream does not end. */
const skipped = new Set<EndpointName>(['openLive']);
const tested = everyEndpoint.filter(([name]) => !skipped.has(name));

let app: TestApp;
let box: Mailbox;
let clinic: BuiltTenant;
let stranger: BuiltTenant;
let owner: Client;
let superAdmin: Client;
let strangersRows: string;
const strangersName = 'Zarathustra Only-Theirs';
let sent = 0;
let faults = 0;
let places = 0;

beforeAll(async () => {
  box = await startMailbox();
  app = await testApp({
    dependencies: { mail: box.mailer },
    limits: { signInFailuresPerAccount: 1_000_000, signInFailuresPerAddress: 1_000_000 },
  });
  clinic = await buildTenant(app, { plan: 'enterprise' });
  stranger = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  superAdmin = await signInAs(app, null, 'SUPER_ADMIN');
  await buildAppointment(app, stranger, {
    personName: strangersName,
    contact: strangersName,
    doctor: strangersName,
  });
  strangersRows = await rowsOfStranger();
  expect(strangersRows).toContain(strangersName);
});
afterAll(async () => {
  printInvariant({ id: 'T-1.3', driver: testEngine, n: sent, violations: faults });
  await app.close();
  await box.close();
});

describe.each(tested)('%s', (name, endpoint) => {
  it('treats hostile texts in every field as text, or refuses them [T-1.3]', async () => {
    const sample = await sampleFor(app, name, clinic, owner);
    for (const place of placesOf(sample)) {
      // Each refused sign-in hashes a password, so sign-in gets a fifth of the texts. In an
      // ordinary run every field gets a sixteenth on one database and another on the other; all
      // fields together get them all.
      const share = isFull ? (name === 'signIn' ? 5 : 1) : 16;
      const first = places + (testEngine === 'embedded' ? 0 : 8);
      places += 1;
      const texts = hostile.filter((_, at) => at % share === first % share);
      for (const text of texts)
        await send(
          endpoint,
          replaced(sample, place, text),
          `${name} ${place.join('.')} ${JSON.stringify(text.slice(0, 80))}`,
        );
    }
    expect(await rowsOfStranger()).toBe(strangersRows);
  });
});

it('handles random texts [T-1.3]', { timeout: isFull ? 1_200_000 : 240_000 }, async () => {
  const all: { name: EndpointName; endpoint: AnyEndpoint; place: Place; sample: Sample }[] = [];
  for (const [name, endpoint] of tested.filter(([name]) => name !== 'signIn')) {
    const sample = await sampleFor(app, name, clinic, owner);
    for (const place of placesOf(sample)) all.push({ name, endpoint, place, sample });
  }
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom(
        "'",
        '"',
        '\\',
        '%',
        '_',
        ';',
        '-',
        '(',
        ')',
        '$',
        '\u0000',
        '\uD83D',
        'a',
        '1',
        ' ',
        '/',
        '*',
      ),
      maxLength: 30,
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...all), text, async ({ name, endpoint, place, sample }, text) => {
      await send(
        endpoint,
        replaced(sample, place, text),
        `${name} ${place.join('.')} ${JSON.stringify(text)}`,
      );
    }),
    { numRuns: isFull ? 10_000 : 100 },
  );
  expect(await rowsOfStranger()).toBe(strangersRows);
});

it.each([
  ['invalid JSON', '{"personName": '],
  ['a poisoned prototype', '{"__proto__": {"admin": true}}'],
  ['an array', '[]'],
  ['a number', '1'],
  ['null', 'null'],
  ['empty', ''],
  ['deep JSON', '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
])('refuses a body that is %s with an error of the contract [T-1.4]', async (_what, payload) => {
  const headers = { ...owner.headers(), 'content-type': 'application/json' };
  const response = await app.app.inject({ method: 'POST', url: '/api/appointments', headers, payload });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    error: { code: 'request.invalid', requestId: response.headers['x-request-id'] },
  });
});

it.each([
  ['a path that cannot be decoded', 'GET', '/api/appointments/%E0%A4%A', {}, 400, 'request.invalid'],
  ['a path longer than any id', 'GET', `/api/appointments/${'a'.repeat(500)}`, {}, 404, 'not_found'],
  ['an unknown method', 'PUT', '/api/appointments', {}, 404, 'not_found'],
  [
    'a body of another media type',
    'POST',
    '/api/appointments',
    { 'content-type': 'application/xml' },
    415,
    'request.unsupported',
  ],
] as const)(
  'answers %s with an error of the contract [T-1.4]',
  async (_what, method, url, more, status, code) => {
    const response = await app.app.inject({
      method,
      url,
      headers: { ...owner.headers(), ...more },
      ...(method === 'POST' && { payload: '<a/>' }),
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ error: { code, requestId: response.headers['x-request-id'] } });
  },
);

it('refuses more than 256 kB [T-1.4]', async () => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/appointments',
    headers: owner.headers(),
    payload: { personName: 'x'.repeat(300_000) },
  });
  expect([response.statusCode, response.json<{ error: { code: string } }>().error.code]).toEqual([
    413,
    'request.too_large',
  ]);
});

type Place = readonly ['params' | 'query' | 'body', string];

function placesOf(sample: Sample): Place[] {
  const of = (part: 'params' | 'query' | 'body') =>
    Object.keys(sample[part] ?? {}).map((field): Place => [part, field]);
  const more: Place[] =
    sample.query && 'search' in sample.query
      ? [
          ['query', 'cursor'],
          ['query', 'from'],
        ]
      : [];
  return [...of('params'), ...of('query'), ...of('body'), ...more];
}

function replaced(sample: Sample, [part, field]: Place, text: string): Sample {
  return { ...sample, [part]: { ...sample[part], [field]: text } };
}

async function send(endpoint: AnyEndpoint, sample: Sample, what: string): Promise<void> {
  sent += 1;
  // Sends different references: each contains the millisecond of its booking.
  app.setNow(new Date(Date.parse(testNow) + sent).toISOString());
  const answered = await sendSample(
    endpoint.access === 'platform.manage' ? superAdmin : owner,
    endpoint,
    wellFormed(sample),
  );
  // A third party that is not configured here also causes a 5xx. A failure of this server has a
  // code that begins with `server.`.
  const isServerError = answered.status >= 500 && (answered.error?.code.startsWith('server.') ?? true);
  const isFault = isServerError || JSON.stringify(answered.body ?? '').includes(strangersName);
  if (isFault) faults += 1;
  expect([what, isServerError ? answered.status : 'ok', isFault]).toEqual([what, 'ok', false]);
}

/** Replaces lone surrogates in the URL, as a browser does. */
function wellFormed(sample: Sample): Sample {
  const clean = (part: Record<string, string> | undefined) =>
    Object.fromEntries(Object.entries(part ?? {}).map(([field, text]) => [field, text.toWellFormed()]));
  return {
    ...sample,
    ...(sample.params && { params: clean(sample.params) }),
    ...(sample.query && { query: clean(sample.query) }),
  };
}

/** Reads the rows of the other business, which must not change. */
async function rowsOfStranger(): Promise<string> {
  return snapshot(app, { containing: stranger.id });
}
