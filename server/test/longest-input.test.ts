import type { AnyEndpoint } from '@samay/contract/core/endpoint';
import { longestUpload } from '@samay/contract/files/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from './fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import { type TestPaymentProvider, startPaymentProvider } from './fixtures/third-parties/payment-provider.ts';
import type { Client } from './fixtures/client.ts';
import { longestPause } from './fixtures/measurements.ts';
import { sampleFor } from './fixtures/samples/sample-world.ts';
import { everyEndpoint, sendSample } from './fixtures/samples.ts';
import type { Sample } from './fixtures/samples/sample.ts';
import { upload } from './fixtures/send-upload.ts';

// No text of the greatest allowed length blocks the event loop: every pattern that is applied to
// input takes linear time.

/** Texts that make regular expressions backtrack, as a unit to repeat and an end. */
const hostile: readonly (readonly [what: string, unit: string, end: string])[] = [
  ['letters', 'a', '!'],
  ['spaces', ' ', 'a'],
  ['digits', '0', 'a'],
  ['an e-mail address', 'a.', '@'],
  ['a domain', 'a-', '@a'],
  ['a URL', 'https://a/', '\n'],
  ['symbols', '+-_/.', '%'],
  ['combining marks', 'a\u0301', '\u0000'],
];

/** A high limit for a busy machine. A quadratic search takes about 15 seconds. */
const maxPauseMs = 2_000;
const longestBody = 240_000;
const longestLine = 15_000;

let desk: TestPaymentProvider;
let app: TestApp;
let clinic: BuiltTenant;
let doctor: Client;

beforeAll(async () => {
  desk = await startPaymentProvider();
  app = await testApp({
    dependencies: { payments: desk.provider, openAccount: desk.openAccount },
    limits: { signInFailuresPerAccount: 1_000, signInFailuresPerAddress: 1_000 },
  });
  // Raises the plan's limit, which must not refuse the bookings of the samples.
  clinic = await buildTenant(app, { plan: 'enterprise' });
  doctor = await signInAs(app, clinic, 'DOCTOR');
});
afterAll(async () => {
  await app.close();
  await desk.close();
});

const takesText = everyEndpoint.filter(
  ([, { body, params, query, transport }]) =>
    body || params || query || ['form', 'raw'].includes(transport ?? ''),
);

describe.each(takesText)('%s', (name, endpoint) => {
  it('does not block the event loop with the longest texts in its fields [T-1.5]', async () => {
    // A session for each endpoint, because some endpoints end it.
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    const sample = await sampleFor(app, name, clinic, owner);
    const caller = endpoint.access === 'platform.manage' ? await signInAs(app, null, 'SUPER_ADMIN') : owner;
    for (const [what, unit, end] of hostile) {
      const { pauseMs } = await longestPause(() =>
        sendSample(caller, endpoint, lengthened(sample, endpoint, unit, end)),
      );
      expect([what, pauseMs < maxPauseMs || pauseMs]).toEqual([what, true]);
    }
  });
});

it.each([
  'authorization',
  'cookie',
  'user-agent',
  'idempotency-key',
  'content-type',
  'accept-encoding',
  'if-none-match',
  'range',
  'x-forwarded-for',
])('a header of 15 kB does not block the event loop: %s [T-1.5]', async (header) => {
  for (const [what, unit, end] of [
    ...hostile,
    ['pairs', 'a=b; ', ';'],
    ['products', 'Mozilla/5.0 (', ')'],
  ] as const) {
    const text = Buffer.from(
      `${header === 'authorization' ? 'Bearer ' : ''}${repeatTo(unit, end, longestLine)}`.replaceAll(
        /[^ -~]/g,
        '.',
      ),
    ).toString();
    for (const url of ['/api/session', '/login']) {
      const method = url === '/login' ? 'GET' : 'POST';
      const payload = method === 'POST' ? { payload: '{}' } : {};
      const headers = { ...doctor.headers(), 'content-type': 'application/json', [header]: text };
      const { pauseMs } = await longestPause(() => app.app.inject({ method, url, headers, ...payload }));
      expect([what, pauseMs < maxPauseMs || pauseMs]).toEqual([what, true]);
    }
  }
});

it('a prescription of 10 MB that repeats the word stream is stored without blocking the event loop [T-1.5]', async () => {
  const content = Buffer.from(`%PDF-1.7\n${'stream'.repeat(longestUpload / 6 - 10)}%%EOF`);
  const appointmentId = await buildAppointment(app, clinic);
  const { result, pauseMs } = await longestPause(() =>
    upload(app, doctor, appointmentId, [{ fileName: 'a.pdf', mediaType: 'application/pdf', content }]),
  );
  expect([result.status, pauseMs < maxPauseMs || pauseMs]).toEqual([200, true]);
});

/** Returns the sample with every text at its greatest length. */
function lengthened(sample: Sample, { transport }: AnyEndpoint, unit: string, end: string): Sample {
  const inLine = (part: Record<string, string>, maxBytes: number) =>
    Object.fromEntries(
      Object.keys(part).map((field, _, { length }) => [field, repeatTo(unit, end, maxBytes / length)]),
    );
  const params = sample.params && inLine(sample.params, 90);
  const query =
    sample.query &&
    inLine({ ...sample.query, ...('search' in sample.query && { cursor: '' }) }, longestLine / 3);
  const isText = transport === 'form' || transport === 'raw';
  const body = isText
    ? repeatTo(unit, end, longestBody)
    : sample.body && lengthenedTexts(sample.body, longestBody / textsIn(sample.body), unit, end);
  const headers = isText && {
    headers: {
      'content-type': transport === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    },
  };
  return {
    ...sample,
    ...headers,
    ...(params && { params }),
    ...(query && { query }),
    ...(body !== undefined && { body: body as object }),
  };
}

function lengthenedTexts(value: unknown, maxBytes: number, unit: string, end: string): unknown {
  if (typeof value === 'string') return repeatTo(unit, end, maxBytes);
  if (Array.isArray(value)) return value.map((item) => lengthenedTexts(item, maxBytes, unit, end));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [field, lengthenedTexts(item, maxBytes, unit, end)]),
  );
}

function textsIn(value: unknown): number {
  if (typeof value === 'string') return 1;
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, item) => sum + textsIn(item), 0)
    : 0;
}

/** Repeats the unit up to a number of bytes. */
function repeatTo(unit: string, end: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit)) - 8)) + end;
}
