import { listRequests } from '@samay/contract/public/requests';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asPlatform } from '../../../src/db/tenant.ts';
import { testApp, type TestApp } from '../../fixtures/app.ts';
import { testEngine } from '../../fixtures/database.ts';
import { loginUrl } from '../../fixtures/database/postgres-template.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { isFull, printInvariant, temporaryFolder } from '../../fixtures/invariants/invariant.ts';
import { type BusinessWithPage, buildPage } from '../../fixtures/public/business-with-page.ts';
import { type RunningServer, startServer } from '../../fixtures/running-server.ts';

// Tests visitors of a ground's page who press the last court of an evening together, each from an address
// of their own, over two servers of one PostgreSQL.

const visitors = isFull ? 1000 : 60;
const testBoth = test.runIf(testEngine === 'postgres');
const { folder, remove } = temporaryFolder('last-court');
const running: RunningServer[] = [];
const day = addDays(indiaDate(now()), 2);
let app: TestApp | undefined;
let page: BusinessWithPage | undefined;

beforeAll(async () => {
  if (testEngine !== 'postgres') return;
  app = await testApp();
  app.setNow(now().toISOString());
  page = await buildPage(app, {}, { businessType: 'turf', plan: 'basic', hours: ['18:00', '22:00'] });
  const url = app.ownerUrl ?? '';
  // The first one makes the secrets of the folder, which the second one reads.
  for (let at = 0; at < 2; at += 1) running.push(await serve(url));
}, 480_000);
afterAll(async () => {
  for (const server of running) await server.stop('SIGKILL');
  await app?.close();
  remove();
});

/** A visitor without a script: every other one is served by the other server. */
class Visitor {
  readonly statuses: number[] = [];
  readonly #number: number;
  #cookie = '';
  /** Milliseconds from the press to the page that follows it. */
  waited = 0;

  constructor(number: number) {
    this.#number = number;
  }

  async send(path: string, form?: Record<string, string>): Promise<{ place: string; text: string }> {
    const own = this.#number;
    const answer = await fetch(`${running[own % 2]?.address}/b/${page?.slug}${path}`, {
      redirect: 'manual',
      headers: { cookie: this.#cookie, 'x-forwarded-for': `10.1.${own >> 8}.${own & 255}` },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    this.statuses.push(answer.status);
    const [cookie] = answer.headers.getSetCookie();
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? '';
    const place = (answer.headers.get('location') ?? '').replace(`/b/${page?.slug}`, '');
    return { place, text: await answer.text() };
  }

  /** Presses the last court. Returns the request that it leads to, or the times that are left. */
  async press(): Promise<{ readonly place: string } | { readonly left: readonly string[] }> {
    const began = performance.now();
    const held = await this.send('/football/hold', { day, time: '21:00' });
    const isMine = held.place.startsWith('/football/ask');
    const next = await this.send(held.place);
    this.waited = performance.now() - began;
    if (!isMine) return { left: timesOf(next.text) };
    const person = {
      name: `Visitor ${this.#number}`,
      number: String(9_876_500_000 + this.#number),
      note: '',
    };
    const asked = { day, time: '21:00', with: page?.resource ?? '', request: randomUUID(), ...person };
    return { place: (await this.send('/football/ask', asked)).place };
  }
}

testBoth(
  `one of ${visitors} visitors gets the last court of an evening, and the others see what is left [P-12.211, O-2.26]`,
  { timeout: 300_000 },
  async () => {
    if (!app || !page) throw new Error('the servers are not running');
    const all = Array.from({ length: visitors }, (_, number) => new Visitor(number));
    const seen = await Promise.all(all.map(async (visitor) => visitor.send(`/football?day=${day}`)));
    expect(new Set(seen.map(({ text }) => timesOf(text).join()))).toEqual(
      new Set(['18:00,19:00,20:00,21:00']),
    );
    const led = await Promise.all(all.map(async (visitor) => visitor.press()));
    const winners = led.flatMap((each) => ('place' in each ? [each.place] : []));
    const left = led.flatMap((each) => ('left' in each ? [each.left.join()] : []));
    for (const server of running) await server.stop('SIGTERM');
    // A connection adds its deadlocks to the count when it ends.
    const { pool } = app.database;
    const open = async () => {
      const { rows: found } = await pool.query<{ open: number }>(
        `select count(*)::int as open from pg_stat_activity where datname = current_database() and application_name = 'samay'`,
      );
      return (found[0]?.open ?? 0) - pool.totalCount;
    };
    await expect.poll(open, { timeout: 30_000 }).toBeLessThanOrEqual(0);
    const { clinic, owner } = page;
    const { rows } = await asPlatform(app, (tx) =>
      sql<{ claims: number; deadlocks: number }>`select
        (select count(*) from claims where tenant_id = ${clinic.id})::int as claims,
        (select deadlocks from pg_stat_database where datname = current_database())::int as deadlocks`.execute(
        tx,
      ),
    );
    const faults = all.flatMap(({ statuses }) => statuses.filter((status) => status >= 400));
    const waited = all.map((visitor) => visitor.waited).toSorted((one, other) => one - other);
    const violations = faults.length + Math.abs(winners.length - 1) + (rows[0]?.deadlocks ?? 0);
    const p95 = Math.round(waited[Math.floor(visitors * 0.95)] ?? 0);
    printInvariant({ id: 'O-2.26', driver: testEngine, n: visitors, violations, p95 });
    expect({ faults, winners, ...rows[0] }).toEqual({
      faults: [],
      winners: [expect.stringMatching(/^\/r\//)],
      claims: 1,
      deadlocks: 0,
    });
    expect([left.length, new Set(left)]).toEqual([visitors - 1, new Set(['18:00,19:00,20:00'])]);
    const { items } = (await owner.call(listRequests)).body;
    expect(items.map(({ date, time }) => [date, time])).toEqual([[day, '21:00']]);
  },
);

function timesOf(text: string): string[] {
  return [...text.matchAll(/name="time" value="([^"]+)"/g)].map(([, at]) => at ?? '');
}

async function serve(ownerUrl: string): Promise<RunningServer> {
  return startServer({
    PORT: await freePort(),
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: loginUrl(ownerUrl),
    MIGRATION_DATABASE_URL: ownerUrl,
    // A part of these connections are the places at the gate of public pages.
    ...(isFull && { DATABASE_POOL_SIZE: '40' }),
  });
}
