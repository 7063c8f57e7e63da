import { setTimeout as wait } from 'node:timers/promises';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPerson } from '../../fixtures/browser.ts';
import { testEngine } from '../../fixtures/database.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from '../../fixtures/invariants/killed-servers.ts';
import { checkMoney, readScreens } from '../../fixtures/money/check-money.ts';
import { type BuiltClinic, buildClinic, MoneyDay } from '../../fixtures/money/money-day.ts';
import { remoteClient } from '../../fixtures/money/patient-client.ts';
import { drawDays } from '../../fixtures/money/presses.ts';
import { type RunningServer, startServer } from '../../fixtures/running-server.ts';

// Plays random days against real servers that are killed with SIGKILL, two of them on PostgreSQL.
// Desks repeat a request with its key until it is answered.

const days = isFull ? 5 : 1;
const presses = isFull ? 600 : 60;
/** The presses between two kills. */
const betweenKills = isFull ? 50 : 25;
let data: ServersData;
let clinic: BuiltClinic;
let people: { id: string; email: string; password: string }[];
const ports: string[] = [];
const servers: RunningServer[] = [];

beforeAll(async () => {
  data = await serversData('money');
  await data.withDatabase(async (database) => {
    clinic = await buildClinic(database);
    const roles = ['BUSINESS_OWNER', 'BUSINESS_ADMIN', 'EMPLOYEE'] as const;
    people = [];
    for (const role of roles) people.push(await buildPerson({ database }, clinic.tenant, role));
  });
});
afterAll(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  await data.remove();
});

it(
  'adds up over killed servers: each request once, no number of a paper left out or doubled [I-28, P-9.46]',
  { timeout: 900_000 },
  async () => {
    const first = indiaDate(now());
    // The first server migrates and creates the keys that both use.
    for (let at = 0; at < (testEngine === 'postgres' ? 2 : 1); at += 1) {
      ports.push(await freePort());
      servers.push(await start(at));
    }
    const desks = people.map((person, at) =>
      remoteClient(servers[at % servers.length]?.address ?? '', person),
    );
    const day = new MoneyDay(
      clinic,
      desks,
      people.map(({ id }) => id),
    );
    await day.open({ isRegistered: true, oneDrawer: false });
    let kills = 0;
    let restarts: Promise<void> = Promise.resolve();
    for (const all of drawDays(days, presses, 20_261_127)) {
      await day.play(all, betweenKills, async () => {
        restarts = restarts.then(async () => {
          const victim = kills % servers.length;
          kills += 1;
          await wait(Math.random() * 20);
          await servers[victim]?.stop('SIGKILL');
          servers[victim] = await start(victim);
        });
        await restarts;
      });
    }
    await day.finish();
    const screens = await readScreens(day, [...new Set([first, indiaDate(now()), addDays(first, 1)])]);
    for (const server of servers.splice(0)) await server.stop('SIGTERM');
    const rows = await data.withDatabase((database) => checkMoney(database, day, screens));
    const { closes, papers } = day.acknowledged;
    const counts = { kills, rows, closes: closes.size, papers: papers.size, refused: day.refused };
    printInvariant({ id: 'money, killed', driver: testEngine, n: days * presses, ...counts, violations: 0 });
    expect(kills).toBeGreaterThan(0);
    expect(rows).toBeGreaterThan(10);
    expect(Math.min(closes.size, papers.size)).toBeGreaterThanOrEqual(desks.length);
  },
);

async function start(at: number): Promise<RunningServer> {
  return startServer({ ...data.settings, PORT: ports[at] ?? '' });
}
