import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../test/fixtures/browser.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../test/fixtures/builders.ts';
import { Client } from '../../../test/fixtures/client.ts';
import { deliverDue } from '../../../test/fixtures/deliver-due.ts';
import { everyEndpoint, newAppointment, sendSample } from '../../../test/fixtures/samples.ts';
import { sampleFor } from '../../../test/fixtures/samples/sample-world.ts';
import { buildApp } from '../../app.ts';
import { setMark } from '../../db/platform-marks.ts';
import { asPlatform } from '../../db/tenant.ts';
import { enqueueMail } from '../../outbox/index.ts';
import { startScheduledJobs } from '../../scheduled-jobs/index.ts';
import { type StartedMetrics, startMetrics } from './start-metrics.ts';

let test: TestApp;
let started: StartedMetrics;
let counting: TestApp['app'];
let clinic: BuiltTenant;
const mailed: unknown[] = [];
const mail = {
  async send(letter: { to: string }) {
    if (letter.to.startsWith('refused')) throw new Error(`no room for ${letter.to}`);
    mailed.push(letter);
  },
};

beforeAll(async () => {
  test = await testApp({ dependencies: { mail } });
  started = await startMetrics(test.dependencies, { port: 0, host: '127.0.0.1' }, ['mail']);
  counting = await buildApp({ ...test.dependencies, metrics: started.metrics });
  clinic = await buildTenant(test, { plan: 'enterprise' });
});
afterAll(async () => {
  await counting.close();
  await started.close();
  await test.close();
});

const scrape = async ({ port } = started) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
/** Returns the lines of a metric, without its comments. */
const findLines = (text: string, name: string) =>
  text.split('\n').filter((line) => new RegExp(`^${name}(?:\\{|_bucket|_sum|_count| )`).test(line));

describe('/metrics', () => {
  it('begins with nothing delivered and nothing given up of every kind: Prometheus sees an increase from there alone [O-5.8]', async () => {
    // A server of its own: the database's answers are cached for ten seconds.
    const fresh = await startMetrics(test.dependencies, { port: 0, host: '127.0.0.1' }, ['mail']);
    const text = await scrape(fresh);
    await fresh.close();
    const lines = findLines(text, 'samay_deliveries_total');
    for (const outcome of ['delivered', 'retried', 'dropped', 'given_up'])
      expect(lines).toContain(
        `samay_deliveries_total{channel="webhook",kind="webhook.cancel",outcome="${outcome}"} 0`,
      );
    expect(findLines(text, 'samay_outbox_waiting')).toEqual([
      'samay_outbox_waiting{channel="mail",kind="mail",state="new"} 0',
      'samay_outbox_waiting{channel="mail",kind="mail",state="retrying"} 0',
    ]);
  });

  it('counts a busy day, and names no person, number or business [T-6.7]', async () => {
    const known: (string | undefined)[] = [];
    for (const [name, endpoint] of everyEndpoint.filter(([name]) => name !== 'openLive')) {
      const business = await buildTenant(test, { plan: 'enterprise' });
      const owner = await signInAs({ ...test, app: counting }, business, 'BUSINESS_OWNER', {
        name: 'Secretname Ownersson',
      });
      known.push(business.id, owner.identity?.userId, owner.identity?.email);
      const sample = await sampleFor(test, name, business, owner);
      await sendSample(owner, endpoint, sample);
      await sendSample(new Client(counting), endpoint, sample);
    }
    const person = await buildPerson(test, clinic);
    const browser = new Browser(counting, { address: '198.51.100.99' });
    for (let at = 0; at < 7; at += 1) await browser.signIn(person.email, 'a wrong passphrase');
    await counting.inject({ method: 'GET', url: `/no-such-page/${person.email}` });
    const now = test.dependencies.clock();
    for (const to of ['asha@people.example', 'refused@people.example'])
      await asPlatform(test, (tx) => enqueueMail(tx, now, { tenantId: null, to, subject: 's', text: 't' }));
    await deliverDue({ ...test.dependencies, metrics: started.metrics });
    await asPlatform(test, (tx) => setMark(tx, 'backup', now));
    await asPlatform(test, (tx) => setMark(tx, 'restore-drill', now));
    started.metrics.streams(1);
    started.metrics.limitUnshared();
    started.metrics.listenerLost();

    const text = await scrape();
    const wanted = [
      /samay_http_request_duration_seconds_count\{method="GET",route="\/api\/appointments",status="200"\} [1-9]/,
      /samay_limit_hits_total\{limit="sign_in_account"\} [1-9]/,
      /samay_deliveries_total\{channel="mail",kind="mail",outcome="delivered"\} [1-9]/,
      /samay_deliveries_total\{channel="mail",kind="mail",outcome="retried"\} [1-9]/,
      /samay_outbox_waiting\{channel="mail",kind="mail",state="retrying"\} [1-9]/,
      /samay_mark_timestamp_seconds\{mark="backup"\} \d/,
      /samay_database_up 1/,
      /samay_database_connections\{state="idle"\} \d/,
    ];
    expect(wanted.filter((line) => !line.test(text))).toEqual([]);

    const secrets = [
      clinic.id,
      person.email,
      person.id,
      'Secretname',
      ...known,
      newAppointment.personName,
      newAppointment.personEmail,
      newAppointment.personContact,
      newAppointment.paymentId,
      'people.example',
      '198.51.100.99',
    ];
    expect(secrets.filter((secret) => secret && text.includes(secret))).toEqual([]);
    // No label is an identifier, or a number longer than a status or a bucket.
    const labels = [...text.matchAll(/\w+="([^"]*)"/g)].map(([, value = '']) => value);
    expect(labels.length).toBeGreaterThan(500);
    expect(labels.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}|\d{6}|@/.test(value))).toEqual([]);
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, value = '']) => value));
    const patterns = new Set([
      ...everyEndpoint.map(([, { path }]) => path),
      'none',
      '*',
      '/.well-known/jwks.json',
      '/api/openapi.json',
    ]);
    expect([...routes].filter((route) => route.startsWith('/api/') && !patterns.has(route))).toEqual([]);
  });

  it('counts the runs of jobs, and marks for the platform when one last succeeded [O-5.7]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] });
    const jobs = [
      { name: 'works', everySeconds: 5, run: async () => undefined },
      { name: 'fails', everySeconds: 5, run: async () => Promise.reject(new Error('no')) },
    ];
    const stop = startScheduledJobs({ ...test.dependencies, metrics: started.metrics }, jobs);
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    await stop();
    const text = await scrape();
    expect(text).toMatch(/samay_job_interval_seconds\{scheduled_job="works"\} 5/);
    expect(text).toMatch(/samay_job_last_success_timestamp_seconds\{scheduled_job="works"\} \d{10}/);
    expect(text).toMatch(/samay_job_failures_total\{scheduled_job="works"\} 0/);
    expect(text).toMatch(/samay_job_failures_total\{scheduled_job="fails"\} 1/);
    const marks = await asPlatform(test, (tx) =>
      tx.selectFrom('platform_marks').select('name').where('name', 'like', 'job %').execute(),
    );
    expect(marks).toEqual([{ name: 'job works' }]);
  });

  it('has every metric that the alert rules and the dashboard use [O-5.6]', async () => {
    const text = await scrape();
    const folder = new URL('../../../../operations/', import.meta.url);
    const used = readdirSync(folder).flatMap(
      (file) =>
        readFileSync(new URL(file, folder), 'utf8').match(/\b(?:samay|nodejs|process)_[a-z_]+\b/g) ?? [],
    );
    const names = new Set([...text.matchAll(/^([a-z_]+)(?:\{| )/gm)].map(([, name = '']) => name));
    expect(new Set(used).size).toBeGreaterThan(10);
    expect([...new Set(used)].filter((name) => !names.has(name))).toEqual([]);
  });

  it('answers nothing else, and requests of the app are not answered on its port [O-5.6]', async () => {
    const of = async (path: string, method = 'GET') =>
      (await fetch(`http://127.0.0.1:${started.port}${path}`, { method })).status;
    expect([
      await of('/metrics', 'POST'),
      await of('/'),
      await of(getSession.path),
      await of(`/metrics?${randomUUID()}`),
    ]).toEqual([404, 404, 404, 404]);
    expect((await counting.inject({ method: 'GET', url: '/metrics' })).body).not.toContain(
      'samay_http_request',
    );
  });

  it('says that the database does not answer, and everything else all the same [O-5.6]', async () => {
    const gone = () => {
      throw new Error('gone');
    };
    const fails = { ...test.database, connect: gone };
    const alone = await startMetrics(
      { ...test.dependencies, database: fails },
      { port: 0, host: '127.0.0.1' },
      ['mail'],
    );
    const text = await (await fetch(`http://127.0.0.1:${alone.port}/metrics`)).text();
    expect(text).toMatch(/samay_database_up 0/);
    expect(findLines(text, 'samay_outbox_waiting')).toEqual([]);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
    await alone.close();
  });
});
