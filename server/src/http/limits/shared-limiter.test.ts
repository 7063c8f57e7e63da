import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../test/fixtures/browser.ts';
import { ageCounts } from '../../../test/fixtures/limits.ts';
import { asOwner } from '../../../test/fixtures/owner.ts';
import { buildApp } from '../../app.ts';
import { noMetrics } from '../../core/metrics.ts';
import { asPlatform } from '../../db/tenant.ts';
import { deleteEndedCounts, SharedLimiter } from './shared-limiter.ts';

let test: TestApp;
const faults = vi.fn();
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

/** Makes a limiter that represents a server process, with separate memory. */
const limiter = (name: string, points: number, more = {}) =>
  new SharedLimiter(
    { name, points, seconds: 60 },
    { database: test.database, metrics: { ...noMetrics, limitUnshared: faults }, ...more },
  );
const rows = () => asPlatform(test, (tx) => tx.selectFrom('rate_limits').selectAll().execute());
const passing = async (count: number, take: (at: number) => Promise<unknown>) => {
  const results = await Promise.allSettled(Array.from({ length: count }, (_, at) => take(at)));
  return results.filter(({ status }) => status === 'fulfilled').length;
};

describe('a limit over all servers', () => {
  it('lets through as many as one server would, also concurrently [I-19]', async () => {
    const servers = [limiter('together', 5), limiter('together', 5)];
    expect(await passing(40, async (at) => servers[at % 2]?.take('asha'))).toBe(5);
    expect(await passing(4, async () => servers[0]?.take('ravi'))).toBe(4);
  });

  it('counts sign-ins of two servers together, and still after a restart [S-1.5]', async () => {
    const limits = { ...test.dependencies.settings.limits, signInFailuresPerAccount: 5 };
    const dependencies = { ...test.dependencies, settings: { ...test.dependencies.settings, limits } };
    const person = await buildPerson(test);
    const address = '198.51.100.77';
    const servers = await Promise.all([buildApp(dependencies), buildApp(dependencies)]);
    const wrong = async (app: TestApp['app']) =>
      (await new Browser(app, { address }).signIn(person.email, 'wrong horse')).status;
    const statuses = [];
    for (let at = 0; at < 6; at += 1) statuses.push(await wrong(servers[at % 2] ?? test.app));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    for (const app of servers) await app.close();
    const restarted = await buildApp(dependencies);
    expect(await new Browser(restarted, { address }).signIn(person.email, person.password)).toMatchObject({
      status: 429,
    });
    await restarted.close();
  });

  it('gives back what is uncounted, to all servers [S-1.5]', async () => {
    const [first, second] = [limiter('back', 1), limiter('back', 1)];
    const uncount = await first.take('asha');
    await expect(second.take('asha')).rejects.toMatchObject({ code: 'request.too_many' });
    await uncount();
    await second.take('asha');
    await expect(first.take('asha')).rejects.toMatchObject({ code: 'request.too_many' });
  });

  it('begins again when its window has ended, whichever server began it', async () => {
    await limiter('window', 1).take('asha');
    await expect(limiter('window', 1).take('asha')).rejects.toMatchObject({ retryAfter: 60 });
    await ageCounts(test, 60_001);
    await limiter('window', 1).take('asha');
    await expect(limiter('window', 1).take('asha')).rejects.toMatchObject({ code: 'request.too_many' });
  });
});

describe('its row', () => {
  it('names nobody [S-1.5]', async () => {
    const email = `${randomUUID()}@people.example`;
    await limiter('rows', 5).take(`203.0.113.5 ${email}`);
    expect(JSON.stringify(await rows())).not.toMatch(/people\.example|203\.0\.113/);
  });

  it('is deleted once its window has ended, and not before [S-1.5]', async () => {
    await limiter('sweep', 5).take('asha');
    await ageCounts(test, 59_000);
    await limiter('sweep', 5).take('ravi');
    await ageCounts(test, 1_001);
    expect(await deleteEndedCounts(test)).toBeGreaterThan(0);
    expect(await deleteEndedCounts(test)).toBe(0);
    expect(await passing(5, () => limiter('sweep', 5).take('ravi'))).toBe(4);
    expect(await passing(6, () => limiter('sweep', 5).take('asha'))).toBe(5);
  });
});

it('was reached by every count so far [S-1.5]', () => {
  expect(faults).not.toHaveBeenCalled();
});

describe('while the count cannot be reached', () => {
  const ofCounts = (statement: string) => asOwner(test, (client) => client.query(statement));

  it('a server counts alone: it neither lets everybody in nor blocks anybody, and shares again by itself [S-1.6]', async () => {
    const unshared = vi.fn();
    const warn = vi.fn();
    const log = { warn } as never;
    const first = limiter('fault', 3, { log, metrics: { ...noMetrics, limitUnshared: unshared } });
    await first.take('asha');
    await ofCounts('alter table rate_limits rename to rate_limits_gone');
    try {
      expect(await passing(10, () => first.take('asha'))).toBe(2);
      expect(await passing(10, () => first.take('ravi'))).toBe(3);
      expect(unshared).toHaveBeenCalled();
      expect(warn).toHaveBeenCalledTimes(1);
    } finally {
      await ofCounts('alter table rate_limits_gone rename to rate_limits');
    }
    const second = limiter('fault', 3);
    await second.take('asha');
    expect(await passing(3, () => second.take('meera'))).toBe(3);
    await expect(first.take('meera')).rejects.toMatchObject({ code: 'request.too_many' });
  });

  it('people sign in [S-1.6]', async () => {
    const person = await buildPerson(test);
    await ofCounts('revoke all on rate_limits from samay_platform');
    try {
      const browser = new Browser(test.app, { address: '198.51.100.78' });
      expect(await browser.signIn(person.email, person.password)).toMatchObject({ status: 201 });
      for (let at = 0; at < 5; at += 1) await browser.signIn(person.email, 'wrong horse');
      expect(await browser.signIn(person.email, 'wrong horse')).toMatchObject({ status: 429 });
    } finally {
      await ofCounts('grant select, insert, update, delete on rate_limits to samay_platform');
    }
  });

  it('a count that another holds locked is not waited for [S-1.6]', async () => {
    if (test.database.kind === 'embedded') return; // Checks that no other session holds a lock; there is one connection.
    const held = limiter('held', 3);
    await held.take('asha');
    await asOwner(test, async (client) => {
      await client.query('begin; set local role samay_platform; update rate_limits set points = points');
      expect(await passing(3, () => held.take('asha'))).toBe(2);
      await client.query('rollback');
    });
  });
});
