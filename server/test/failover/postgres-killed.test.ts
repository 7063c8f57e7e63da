import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, type TestContext } from 'vitest';
import { type StartedPostgres, startPostgres } from '../../../scripts/postgres.mjs';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { openPostgres } from '../../src/db/engines/postgres/open-postgres.ts';
import { testEngine } from '../fixtures/database.ts';
import { connected } from '../fixtures/database/connected.ts';
import { freePort } from '../fixtures/free-port.ts';
import { isFull, printInvariant, temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { killPostgres } from '../fixtures/invariants/kill-postgres.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { type Mailbox, startMailbox } from '../fixtures/third-parties/mailbox.ts';
import { buildClinic, type Clinic, liftLimit, turnMailsOn, unlimited } from './clinics.ts';
import { Desks } from './desks.ts';
import { openStream } from './kept-stream.ts';

// Kills PostgreSQL under writes, and starts it again on the same address, as a failover looks from
// the server (decision 0069). Nobody touches the server meanwhile.

const kills = isFull ? 10 : 1;
const writesPerSecond = 20;
/** Emails that were accepted this long before a kill may not be recorded as sent, and repeat. */
const justBeforeMs = 30_000;

test.runIf(testEngine === 'postgres')(
  'loses and doubles no acknowledged booking when PostgreSQL is killed and started again, and goes on by itself [O-2.1]',
  { timeout: isFull ? 900_000 : 180_000 },
  async (context) => {
    const postgres = await ownPostgres(context);
    const clinics = await buildClinics(postgres);
    const [mailed] = clinics;
    const box = await startMailbox();
    const server = await serve(context, { postgres, box });
    await turnMailsOn(server.address, mailed);
    const desks = await Desks.open(server.address, clinics, writesPerSecond);
    const stream = await openStream(server.address, clinics);
    const arrivals = collectArrivals(box);
    await expect.poll(() => stream.changes(), { timeout: 60_000 }).toBeGreaterThan(0);
    const killed: number[] = [];
    const outages: number[] = [];
    for (let round = 0; round < kills; round += 1) {
      await wait(1_000);
      killed.push(Date.now());
      await postgres.kill();
      const refused = desks.repeated.length;
      await expect.poll(() => desks.repeated.length, { timeout: 30_000 }).toBeGreaterThan(refused);
      await postgres.start();
      const heard = stream.changes();
      outages.push(Math.round(await desks.acceptedAfter(performance.now(), 60_000)));
      await expect.poll(() => stream.changes(), { timeout: 60_000 }).toBeGreaterThan(heard);
    }
    await desks.close();
    stream.close();
    const lost = await desks.lost();
    const doubled = await postgres.doubled();
    const twice = arrivals.twice();
    arrivals.close();
    await box.close();
    printInvariant({
      id: 'postgres-killed',
      driver: 'postgres',
      n: kills,
      violations: lost.length + doubled + desks.failed.length,
      bookings: desks.acknowledged.length,
      repeated: desks.repeated.length,
      longestMs: Math.max(...outages),
      emailsTwice: twice.length,
    });
    expect({ lost, doubled, failed: desks.failed }).toEqual({ lost: [], doubled: 0, failed: [] });
    expect(outages.filter((ms) => ms === Infinity)).toEqual([]);
    const isExcused = (at: number) => killed.some((kill) => Math.abs(at - kill) < justBeforeMs);
    expect(twice.filter(({ first }) => !isExcused(first))).toEqual([]);
    expect(new Set(desks.repeated.map(({ code }) => code))).toEqual(new Set(['server.unavailable']));
    expect([server.isRunning(), desks.acknowledged.length > kills]).toEqual([true, true]);
  },
);

interface OwnPostgres {
  urlFor(role: 'samay_owner' | 'samay_login'): string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Counts the bookings that were made more than once for their key. */
  doubled(): Promise<number>;
}

/** Starts a PostgreSQL whose commits wait for the disk, with an empty database of Samay. */
async function ownPostgres(context: TestContext): Promise<OwnPostgres> {
  const { folder, remove } = temporaryFolder('postgres-killed');
  const port = Number(await freePort());
  let running: StartedPostgres | undefined;
  const start = async () => {
    running = await startPostgres({ directory: folder, own: true, port });
    if (running.pid === undefined) throw new Error(running.reason);
  };
  const urlFor = (role: string, database = 'samay') => `postgres://${role}@127.0.0.1:${port}/${database}`;
  await start();
  context.onTestFinished(async () => {
    await running?.stop();
    remove();
  });
  await connected(urlFor('postgres', 'postgres'), (client) =>
    client.query('create database samay owner samay_owner'),
  );
  const owner = await openPostgres({ url: urlFor('samay_owner'), poolSize: 1 });
  await migrate(owner, { url: urlFor('samay_owner') }).finally(() => owner.close());
  return {
    urlFor,
    start,
    async kill() {
      if (running?.pid !== undefined) await killPostgres(running.pid);
      await running?.stop();
      running = undefined;
    },
    async doubled() {
      const { rows } = await connected(urlFor('postgres'), (client) =>
        client.query<{ doubled: number }>(
          'select count(*)::int as doubled from (select person_name from appointments group by person_name having count(*) > 1) as twice',
        ),
      );
      return rows[0]?.doubled ?? -1;
    },
  };
}

async function buildClinics({ urlFor }: OwnPostgres): Promise<[Clinic, Clinic]> {
  const database = await openPostgres({ url: urlFor('samay_login'), poolSize: 1 });
  try {
    await liftLimit({ database });
    return [await buildClinic({ database }), await buildClinic({ database })];
  } finally {
    await database.close();
  }
}

async function serve(
  context: TestContext,
  { postgres: { urlFor }, box }: { readonly postgres: OwnPostgres; readonly box: Mailbox },
): Promise<RunningServer> {
  const { folder, remove } = temporaryFolder('postgres-killed-server');
  const server = await startServer({
    ...unlimited,
    HOST: '127.0.0.1',
    PORT: await freePort(),
    DATA_DIR: folder,
    SAMAY_DEMO: '0',
    DATABASE_URL: urlFor('samay_login'),
    MIGRATION_DATABASE_URL: urlFor('samay_owner'),
    SMTP_URL: box.url,
    MAIL_FROM: 'no-reply@samay.example',
  });
  context.onTestFinished(async () => {
    await server.stop('SIGKILL');
    remove();
  });
  return server;
}

/** Notes when each email arrived, by its addressee: the mailbox itself keeps the latest only. */
function collectArrivals(box: Mailbox) {
  const times = new Map<string, Set<string>>();
  const collect = () => {
    for (const { to, at } of box.emails())
      times.set(to[0] ?? '', (times.get(to[0] ?? '') ?? new Set()).add(at));
  };
  const timer = setInterval(collect, 500);
  return {
    /** Returns who got an email more than once, and when the first one came. */
    twice: () => {
      collect();
      return [...times]
        .filter(([, at]) => at.size > 1)
        .map(([to, at]) => ({ to, first: new Date([...at].toSorted()[0] ?? 0).getTime() }));
    },
    close: () => clearInterval(timer),
  };
}
