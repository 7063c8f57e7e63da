import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testEngine } from '../fixtures/database.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';
import { Desks } from './desks.ts';
import { openStream } from './kept-stream.ts';
import { openWorld, turnMailsOn, type World } from './world.ts';

// Kills the primary of three nodes of PostgreSQL under 50 writes a second (decision 0069). Every
// second time its whole node is killed, as when a machine is lost. Nobody intervenes by hand:
// Patroni, HAProxy and the server recover.

const kills = isFull ? 10 : 1;
const writesPerSecond = 50;
/** The time within which writes must be accepted again. */
const mostMs = 30_000;
/** The time after which a lost machine returns. */
const backAfterMs = 35_000;
const leaseMs = 60_000;

test.runIf(testEngine === 'postgres')(
  'loses no acknowledged booking when the primary is killed, and writes again within 30 s by itself [O-2.1]',
  { timeout: isFull ? 1_800_000 : 180_000 },
  async (context) => {
    const world = await openWorld(context);
    context.onTestFinished(() => world.close());
    const { cluster } = world;
    const server = await world.serve();
    await turnMailsOn(server.address, world);
    const desks = await Desks.open(server.address, world.clinics, writesPerSecond);
    const collected = collectEmails(world);
    const stream = await openStream(server.address, world.clinics);
    await wait(3_000);
    const outages: number[] = [];
    const killed: Date[] = [];
    for (let round = 0; round < kills; round += 1) {
      await cluster.settled();
      await desks.renew();
      await wait(2_000);
      const name = (await cluster.primary()) ?? '';
      const at = performance.now();
      killed.push(new Date());
      if (round % 2 === 0) cluster.killPostgres(name);
      else await cluster.killNode(name, backAfterMs);
      const tookMs = await desks.acceptedAfter(at, 60_000);
      outages.push(Math.round(tookMs));
      const heard = stream.changes();
      await expect.poll(() => stream.changes(), { timeout: 30_000 }).toBeGreaterThan(heard);
      if (isFull)
        process.stdout.write(
          `${JSON.stringify({ kill: round + 1, of: round % 2 === 0 ? 'PostgreSQL' : 'the node', name, tookMs })}\n`,
        );
    }
    await desks.close();
    stream.close();
    const lost = await desks.lost();
    const doubled = await doubledIn(world);
    const emails = await judge(collected, desks, killed);
    collected.close();
    printInvariant({
      id: 'failover',
      driver: 'postgres',
      n: kills,
      violations: lost.length + doubled + desks.failed.length,
      bookings: desks.acknowledged.length,
      repeated: desks.repeated.length,
      longestMs: Math.max(...outages),
      emailsTwice: emails.twice,
      streams: stream.opened(),
    });
    expect({ lost, doubled, failed: desks.failed, late: outages.filter((ms) => ms > mostMs) }).toEqual({
      lost: [],
      doubled: 0,
      failed: [],
      late: [],
    });
    expect({ missing: emails.missing, twiceOtherwise: emails.twiceOtherwise }).toEqual({
      missing: [],
      twiceOtherwise: [],
    });
    expect([server.isRunning(), desks.acknowledged.length > kills * writesPerSecond]).toEqual([true, true]);
  },
);

/** Counts the bookings that were made more than once for their key. */
async function doubledIn({ cluster }: World): Promise<number> {
  const client = new pg.Client({ connectionString: cluster.urlFor('postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ doubled: number }>(
      'select count(*)::int as doubled from (select person_name from appointments group by person_name having count(*) > 1) as twice',
    );
    return rows[0]?.doubled ?? -1;
  } finally {
    await client.end();
  }
}

/**
 * Lists the times at which each email arrived, by its addressee; the mailbox itself keeps the
 * latest only.
 */
function collectEmails({ box }: World) {
  const times = new Map<string, Set<string>>();
  const collect = () => {
    for (const { to, at } of box.emails())
      times.set(to[0] ?? '', (times.get(to[0] ?? '') ?? new Set()).add(at));
  };
  const timer = setInterval(collect, 1_000);
  return {
    times: () => {
      collect();
      return times;
    },
    close: () => clearInterval(timer),
  };
}

/**
 * Compares the emails with the bookings. An email may come twice if it was accepted just before the
 * kill: its outcome could not be recorded. With --full it waits for those whose lease must end
 * first, and each booking has its email.
 */
async function judge(
  emails: ReturnType<typeof collectEmails>,
  { acknowledged }: Desks,
  killed: readonly Date[],
) {
  const due = acknowledged.filter(({ clinic }) => clinic.isMailed).map(({ key }) => `${key}@people.example`);
  const missing = () => {
    const times = emails.times();
    return due.filter((to) => !times.has(to));
  };
  if (isFull) await expect.poll(missing, { timeout: 3 * leaseMs, interval: 1_000 }).toEqual([]);
  const twice = [...emails.times()].filter(([, times]) => times.size > 1);
  const wasJustBefore = ([, times]: [string, Set<string>]) =>
    killed.some(
      (kill) => Math.abs(new Date([...times].toSorted()[0] ?? 0).getTime() - kill.getTime()) < mostMs,
    );
  return {
    twice: twice.length,
    twiceOtherwise: twice.filter((each) => !wasJustBefore(each)),
    missing: isFull ? missing() : [],
  };
}
