import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { Browser, type BuiltPerson, buildPerson } from '../../../../test/fixtures/browser.ts';
import { ageCounts } from '../../../../test/fixtures/limits.ts';
import { countHashes } from '../../../../test/fixtures/measurements.ts';
import { isFull, printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { buildApp } from '../../../app.ts';
import { SignInLimits } from './sign-in-limits.ts';

let test: TestApp;
let person: BuiltPerson;
const attempts = isFull ? 500 : 50;
const rounds = isFull ? 10 : 1;

beforeAll(async () => {
  test = await testApp();
  person = await buildPerson(test);
});
afterAll(async () => test.close());

describe('failed sign-ins', () => {
  it('are five per account and address, and twenty per address, unless set otherwise', async () => {
    const address = freshAddress();
    const failures = await tryMany(test.app, [address], Array<string>(6).fill(person.email));
    expect(failures).toEqual({ hashed: 5, refused: 1, other: 0 });
    const others = Array.from({ length: 20 }, () => `${randomUUID()}@people.example`);
    expect(await tryMany(test.app, [address], others)).toEqual({ hashed: 15, refused: 5, other: 0 });
  });

  it('are answered with the time to wait, and lock nobody else out of the account [P-2.4, T-3.1]', async () => {
    const browser = new Browser(test.app, { address: freshAddress() });
    for (let failure = 0; failure < 5; failure += 1) await browser.signIn(person.email, 'wrong horse');
    const refused = await browser.signIn(person.email, person.password);
    expect(refused).toMatchObject({ status: 429, error: { code: 'request.too_many' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(890);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(
      await new Browser(test.app, { address: freshAddress() }).signIn(person.email, person.password),
    ).toMatchObject({ status: 201 });
  });

  it('count per account for any spelling of its address', async () => {
    const browser = new Browser(test.app, { address: freshAddress() });
    for (let failure = 0; failure < 5; failure += 1)
      await browser.signIn(person.email.toUpperCase(), 'wrong horse');
    expect(await browser.signIn(person.email, person.password)).toMatchObject({ status: 429 });
  });

  it('do not block a clinic with one network address: thirty people sign in', async () => {
    const address = freshAddress();
    const people = await Promise.all(Array.from({ length: 30 }, () => buildPerson(test)));
    for (const { email, password } of people) {
      expect(await new Browser(test.app, { address }).signIn(email, password)).toMatchObject({ status: 201 });
    }
  });
});

describe('a count', () => {
  it('restarts after fifteen minutes', async () => {
    const limits = { signInFailuresPerAccount: 1, signInFailuresPerAddress: 9 };
    await buildLimits(limits).count('a', '203.0.113.1');
    const refused = buildLimits(limits).count('a', '203.0.113.1');
    await expect(refused).rejects.toMatchObject({ code: 'request.too_many', retryAfter: 900 });
    await ageCounts(test, 15 * 60_000 + 1);
    await expect(buildLimits(limits).count('a', '203.0.113.1')).resolves.toBeTypeOf('function');
  });

  it('does not grow by rejected attempts', async () => {
    const failures = buildLimits({ signInFailuresPerAccount: 1, signInFailuresPerAddress: 2 });
    const giveBack = await failures.count('a', '203.0.113.2');
    for (let refused = 0; refused < 50; refused += 1)
      await expect(failures.count('a', '203.0.113.2')).rejects.toThrow();
    await giveBack();
    await failures.count('a', '203.0.113.2');
    await failures.count('b', '203.0.113.2');
    await expect(failures.count('c', '203.0.113.2')).rejects.toThrow();
    await failures.count('c', '203.0.113.3');
  });

  it('that is returned after its window has ended gives no extra attempt', async () => {
    const failures = buildLimits({ signInFailuresPerAccount: 1, signInFailuresPerAddress: 1 });
    const giveBack = await failures.count('a', '203.0.113.4');
    await ageCounts(test, 15 * 60_000 + 1);
    await giveBack();
    await failures.count('a', '203.0.113.4');
    await expect(failures.count('a', '203.0.113.4')).rejects.toThrow();
  });
});

function buildLimits(limits: {
  signInFailuresPerAccount: number;
  signInFailuresPerAddress: number;
}): SignInLimits {
  const { settings, database } = test.dependencies;
  return new SignInLimits({ database, settings: { ...settings, limits: { ...settings.limits, ...limits } } });
}

describe('concurrent attempts do not exceed a limit [I-19, P-2.4]', () => {
  it('for one account', async () => {
    await measure('I-19 account', 5, () => ({
      addresses: [freshAddress()],
      emails: Array<string>(attempts).fill(person.email),
    }));
  });

  it('for one address that goes through accounts', async () => {
    const emails = Array.from({ length: attempts }, (_, index) => `guess-${index}@people.example`);
    await measure('I-19 address', 20, () => ({ addresses: [freshAddress()], emails }));
  });

  it('for an address that claims to be others', async () => {
    const spoofed = () => ({
      'x-forwarded-for': freshAddress(),
      forwarded: `for=${freshAddress()}`,
      'x-real-ip': freshAddress(),
    });
    await measure('I-19 spoofed', 5, () => ({
      addresses: [freshAddress()],
      emails: Array<string>(attempts).fill(person.email),
      headers: spoofed,
    }));
  });

  it('for one that uses many addresses of its IPv6 network', async () => {
    await measure('I-19 ipv6', 5, () => {
      const network = `2001:db8:${hex()}:${hex()}`;
      const addresses = Array.from(
        { length: attempts },
        () => `${network}:${hex()}:${hex()}:${hex()}:${hex()}`,
      );
      return { addresses, emails: Array<string>(attempts).fill(person.email) };
    });
  });

  it('behind a trusted proxy, by the address that the proxy forwards [S-1.4]', async () => {
    const settings = { ...test.dependencies.settings, trustedProxies: ['10.0.0.1'] };
    const app = await buildApp({ ...test.dependencies, settings });
    const named = freshAddress();
    const emails = Array<string>(20).fill(person.email);
    expect(
      await tryMany(app, ['10.0.0.1'], emails, () => ({ 'x-forwarded-for': `198.18.0.9, ${named}` })),
    ).toMatchObject({ hashed: 5 });
    expect(
      await tryMany(app, ['10.0.0.1'], emails, () => ({ 'x-forwarded-for': freshAddress() })),
    ).toMatchObject({ hashed: 20 });
    const ported = freshAddress();
    let port = 40_000;
    expect(
      await tryMany(app, ['10.0.0.1'], emails, () => ({
        'x-forwarded-for': `${ported}:${(port += 1)}, 10.0.0.1:${port}`,
      })),
    ).toMatchObject({ hashed: 5 });
    const network = `2001:db8:${hex()}:${hex()}`;
    expect(
      await tryMany(app, ['10.0.0.1'], emails, () => ({
        'x-forwarded-for': (port += 1) % 2 ? `[${network}::${hex()}]:${port}` : `${network}::${hex()}`,
      })),
    ).toMatchObject({ hashed: 5 });
    await app.close();
  });
});

interface Attack {
  readonly addresses: readonly string[];
  readonly emails: readonly string[];
  readonly headers?: () => Record<string, string>;
}

async function measure(id: string, limit: number, attack: () => Attack): Promise<void> {
  let violations = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { addresses, emails, headers } = attack();
    const { hashed, refused } = await tryMany(test.app, addresses, emails, headers);
    if (hashed !== limit || refused !== emails.length - limit) violations += 1;
  }
  printInvariant({ id, driver: test.database.kind, n: attempts * rounds, violations });
  expect(violations).toBe(0);
}

/** Sends wrong sign-ins concurrently. Returns how many of them were hashed. */
async function tryMany(
  app: TestApp['app'],
  addresses: readonly string[],
  emails: readonly string[],
  headers: () => Record<string, string> = () => ({}),
): Promise<{ hashed: number; refused: number; other: number }> {
  const hashes = countHashes();
  const statuses = await Promise.all(
    emails.map(async (email, index) => {
      const response = await app.inject({
        method: 'POST',
        url: '/api/session',
        remoteAddress: addresses[index % addresses.length] ?? '',
        headers: headers(),
        payload: { email, password: 'wrong horse' },
      });
      return response.statusCode;
    }),
  );
  hashes.stop();
  const of = (status: number) => statuses.filter((other) => other === status).length;
  return { hashed: hashes.count, refused: of(429), other: statuses.length - of(429) - of(401) };
}

let addressesGiven = 0;

function freshAddress(): string {
  addressesGiven += 1;
  return `198.51.${addressesGiven >> 8}.${addressesGiven & 255}`;
}

function hex(): string {
  return Math.floor(Math.random() * 65_536).toString(16);
}
