import { createHash, randomBytes } from 'node:crypto';
import { linkPrescription } from '@samay/contract/bookings/prescriptions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { pdf, pngOf } from '../../../../test/fixtures/sample-files.ts';
import { upload } from '../../../../test/fixtures/send-upload.ts';
import { newSecrets } from '../../../core/secrets.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { signAddress, isSigned } from './link.ts';

const content = pngOf(70_000);
const minuteLater = '2026-11-21T04:31:00.000Z';

let testedApp: TestApp;
let tenant: BuiltTenant;
let doctor: Client;
let appointmentId: string;

beforeAll(async () => {
  testedApp = await testApp();
});
beforeEach(async () => {
  testedApp.setNow(testNow);
  tenant = await buildTenant(testedApp);
  doctor = await signInAs(testedApp, tenant, 'DOCTOR');
  appointmentId = await buildAppointment(testedApp, tenant);
  await upload(testedApp, doctor, appointmentId, [{ fileName: 'a.png', mediaType: 'image/png', content }]);
});
afterAll(() => testedApp.close());

describe('a link', () => {
  test('serves the uploaded bytes to the user of the link, and audits every access [T-5.2, T-5.3]', async () => {
    const { url, expiresAt } = await mint();
    expect(expiresAt).toBe(minuteLater);
    const answer = await open(url);
    expect(answer.statusCode).toBe(200);
    expect(hashOf(answer.rawPayload)).toBe(hashOf(content));
    await open(url);
    const noted = await asPlatform(testedApp, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['actor_id', 'detail'])
        .where('tenant_id', '=', tenant.id)
        .where('action', '=', 'prescription.opened')
        .execute(),
    );
    expect(noted).toEqual(
      Array.from({ length: 2 }, () => ({
        actor_id: doctor.identity?.userId,
        detail: { booking: appointmentId, download: false },
      })),
    );
  });

  test('serves a picture that only our pages can embed, and without any script [T-5.3]', async () => {
    const { headers } = await open((await mint()).url);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(content.length),
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers['content-disposition']).toMatch(
      /^inline; filename="prescription_[-0-9a-f]+_\d+\.png"; filename\*=UTF-8''prescription_/,
    );
  });

  test('serves a PDF without the sandbox that would block viewers', async () => {
    await upload(testedApp, doctor, appointmentId, [
      { fileName: 'a.pdf', mediaType: 'application/pdf', content: pdf() },
    ]);
    const { headers } = await open((await mint()).url);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
    );
  });

  test('outlives a new first key while its own is known [T-6.5]', async () => {
    const { secrets } = testedApp.dependencies;
    const before = secrets.fileLinkKeys;
    const next = newSecrets().fileLinkKeys;
    const { url: old } = await mint();
    Object.assign(secrets, { fileLinkKeys: [...next, ...before] });
    const { url } = await mint();
    expect([(await open(old)).statusCode, (await open(url)).statusCode]).toEqual([200, 200]);
    Object.assign(secrets, { fileLinkKeys: next });
    expect([(await open(old)).statusCode, (await open(url)).statusCode]).toEqual([403, 200]);
    Object.assign(secrets, { fileLinkKeys: before });
  });

  test('for a download has an attachment header [T-5.3]', async () => {
    const { headers } = await open((await mint()).downloadUrl);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="prescription_/);
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
  });

  test('is created for an employee too, and works while the business is suspended', async () => {
    const desk = await signInAs(testedApp, tenant, 'EMPLOYEE');
    await setTenant({ status: 'suspended' });
    const { url } = await mint(desk);
    expect((await open(url, desk)).statusCode).toBe(200);
  });
});

describe('creating a link is rejected', () => {
  test('without a session, for another business, and without a prescription', async () => {
    const params = { id: appointmentId };
    const stranger = await signInAs(testedApp, await buildTenant(testedApp), 'BUSINESS_OWNER');
    const bare = await buildAppointment(testedApp, tenant);
    expect((await new Client(testedApp.app).call(linkPrescription, { params })).status).toBe(401);
    expect((await stranger.call(linkPrescription, { params })).status).toBe(404);
    expect((await doctor.call(linkPrescription, { params: { id: bare } })).status).toBe(404);
  });
});

// T-5.2: twelve links that are another user's, altered or expired each get the same 403.
describe('a link that expired or was tampered with', () => {
  const ways: readonly (readonly [string, (url: string) => Promise<{ url: string; client?: Client }>])[] = [
    ['after a minute', async (url) => (testedApp.setNow(minuteLater), { url })],
    ['with a later expiry', async (url) => ({ url: changed(url, 'expires', '1799999999') })],
    ['with an expiry that is no number', async (url) => ({ url: changed(url, 'expires', 'NaN') })],
    [
      'with another signature',
      async (url) => ({ url: changed(url, 'signature', randomBytes(32).toString('base64url')) }),
    ],
    [
      'with half a signature',
      async (url) => ({ url: changed(url, 'signature', (signature) => signature.slice(0, 20)) }),
    ],
    ['to download instead of to view', async (url) => ({ url: `${url}&download=1` })],
    [
      'for another file',
      async (url) => ({ url: url.replace(/files\/[^?]+/, `files/${crypto.randomUUID()}`) }),
    ],
    [
      'for a session of someone else of the business',
      async (url) => {
        const owner = await signInAs(testedApp, tenant, 'BUSINESS_OWNER');
        return { url: changed(url, 'session', owner.identity?.sessionId ?? ''), client: owner };
      },
    ],
    [
      'in another browser',
      async (url) => ({ url, client: await signInAs(testedApp, await buildTenant(testedApp), 'DOCTOR') }),
    ],
    ['without a browser’s cookie', async (url) => ({ url, client: new Client(testedApp.app) })],
    [
      'after signing out',
      async (url) => {
        await asPlatform(testedApp, (tx) =>
          tx
            .updateTable('sessions')
            .set({ ended_at: testedApp.dependencies.clock() })
            .where('id', '=', doctor.identity?.sessionId ?? '')
            .execute(),
        );
        return { url };
      },
    ],
    [
      'once the file was replaced',
      async (url) => {
        await upload(testedApp, doctor, appointmentId, [
          { fileName: 'b.pdf', mediaType: 'application/pdf', content: pdf() },
        ]);
        return { url };
      },
    ],
  ];
  let refused = 0;

  test.each(ways)('%s [T-5.2]', async (_way, tamper) => {
    const { url, client = doctor } = await tamper((await mint()).url);
    const answer = await open(url, client);
    expect(answer.json()).toMatchObject({
      error: { code: 'file.link_expired', message: 'This link has expired. Please open the file again.' },
    });
    expect(answer.statusCode).toBe(403);
    refused += 1;
  });

  test('is refused in all twelve [T-5.2]', () => {
    printInvariant({
      id: 'T-5.2-tampered',
      driver: testedApp.database.kind,
      n: ways.length,
      violations: ways.length - refused,
    });
    expect([ways.length, refused]).toEqual([12, 12]);
  });
});

describe('a link is also refused [T-5.2]', () => {
  test('once its person was taken out of the business', async () => {
    const { url } = await mint();
    await asPlatform(testedApp, (tx) =>
      tx
        .deleteFrom('memberships')
        .where('user_id', '=', doctor.identity?.userId ?? '')
        .execute(),
    );
    expect((await open(url)).statusCode).toBe(403);
  });

  test('once the business was deleted', async () => {
    const { url } = await mint();
    await setTenant({ deleted_at: testedApp.dependencies.clock() });
    expect((await open(url)).statusCode).toBe(403);
  });

  test('with a file of another business, though the key itself signed it', async () => {
    const stranger = await signInAs(testedApp, await buildTenant(testedApp), 'DOCTOR');
    const fileId = new URL((await mint()).url, 'http://x').pathname.split('/').at(-1) ?? '';
    const { userId = '', sessionId = '' } = stranger.identity ?? {};
    const forged = {
      fileId,
      tenantId: tenant.id,
      sessionId,
      userId,
      expires: 1_799_999_999,
      download: false,
    };
    expect((await open(signAddress(forged, firstLinkKey()), stranger)).statusCode).toBe(403);
  });
});

test('ten thousand guesses open nothing [T-5.2]', async () => {
  const { url } = await mint();
  const link = readLink(url);
  const key = firstLinkKey();
  expect(isSigned(link, new URL(url, 'http://x').searchParams.get('signature') ?? '', key)).toBe(true);
  const guesses = Array.from({ length: 10_000 }, () => randomBytes(32).toString('base64url'));
  let opened = guesses.filter((guess) => isSigned(link, guess, key)).length;
  for (const guess of guesses.slice(0, 200)) {
    if ((await open(changed(url, 'signature', guess))).statusCode !== 403) opened += 1;
  }
  printInvariant({
    id: 'T-5.2',
    driver: testedApp.database.kind,
    n: guesses.length,
    violations: opened,
    over_http: 200,
  });
  expect(opened).toBe(0);
});

async function mint(client = doctor): Promise<{ url: string; downloadUrl: string; expiresAt: string }> {
  return (await client.call(linkPrescription, { params: { id: appointmentId } })).body;
}

/** Opens an address like a page's <img> or <iframe>: with the cookie, without the token. */
async function open(url: string, client = doctor) {
  const { cookie } = client.headers();
  return testedApp.app.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} });
}

function changed(url: string, name: string, value: string | ((was: string) => string)): string {
  const address = new URL(url, 'http://x');
  address.searchParams.set(
    name,
    typeof value === 'string' ? value : value(address.searchParams.get(name) ?? ''),
  );
  return `${address.pathname}${address.search}`;
}

function readLink(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const { userId = '', sessionId = '' } = doctor.identity ?? {};
  const expires = Number(searchParams.get('expires'));
  return {
    fileId: pathname.split('/').at(-1) ?? '',
    tenantId: tenant.id,
    sessionId,
    userId,
    expires,
    download: false,
  };
}

async function setTenant(values: { status?: 'suspended'; deleted_at?: Date }): Promise<void> {
  await asPlatform(testedApp, (tx) =>
    tx.updateTable('tenants').set(values).where('id', '=', tenant.id).execute(),
  );
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function firstLinkKey(): string {
  const [first] = testedApp.dependencies.secrets.fileLinkKeys;
  if (!first) throw new Error('there is no key');
  return first.key;
}
