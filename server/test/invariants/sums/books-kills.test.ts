import { setTimeout as wait } from 'node:timers/promises';
import { addDays, indiaDate, indiaTime, now } from '@samay/contract/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Acts } from '../../fixtures/books/acts.ts';
import type { Desk, Offer } from '../../fixtures/books/player.ts';
import { Compared, compareRange, compareToday, compareVisits } from '../../fixtures/books/compare.ts';
import { buildOffer } from '../../fixtures/books/offer.ts';
import { Random } from '../../fixtures/books/random.ts';
import { buildPerson } from '../../fixtures/browser.ts';
import { buildTenant } from '../../fixtures/builders.ts';
import { testEngine } from '../../fixtures/database.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from '../../fixtures/invariants/killed-servers.ts';
import { remoteClient } from '../../fixtures/money/patient-client.ts';
import { type RunningServer, startServer } from '../../fixtures/running-server.ts';

// Keeps the books outside of a real server that is killed with SIGKILL while the desks act. A request
// is repeated with its key until it is answered.

const acts = isFull ? 600 : 80;
/** The acts between two kills. */
const betweenKills = isFull ? 40 : 25;

let data: ServersData;
let offer: Offer;
let port: string;
let server: RunningServer;
const people: { id: string; email: string; password: string }[] = [];

beforeAll(async () => {
  data = await serversData('books');
  port = await freePort();
  await data.withDatabase(async (database) => {
    const tenant = await buildTenant({ database }, { plan: 'enterprise', paidUntil: '2099-01-01' });
    offer = await buildOffer({ database }, tenant);
    for (const [at, role] of (['BUSINESS_OWNER', 'EMPLOYEE'] as const).entries())
      people.push(await buildPerson({ database }, tenant, role, { name: `Desk ${'AB'.charAt(at)}` }));
  });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await data.remove();
});

it('agrees with books kept outside over killed servers [I-28, P-9.226]', { timeout: 900_000 }, async () => {
  // The books of a day would be wrong if it ended during the test.
  while (indiaTime(now()) > '23:50') await wait(10_000);
  const today = indiaDate(now());
  server = await start();
  const desks: Desk[] = people.map((person, at) => ({
    taker: { id: person.id, name: `Desk ${'AB'.charAt(at)}` },
    isOwner: at === 0,
    client: remoteClient(server.address, person),
  }));
  const [owner] = desks;
  if (!owner) throw new Error('there is no desk');
  const random = new Random(20_261_130);
  const player = new Acts(random, offer, () => today);
  let kills = 0;
  for (let act = 1; act <= acts; act += 1) {
    const isKilled = act % betweenKills === 0;
    const trouble = async () => {
      await wait(random.below(15));
      await server.stop('SIGKILL');
      server = await start();
      kills += 1;
    };
    await Promise.all([player.act(random.pick(desks) ?? owner), isKilled && trouble()]);
  }
  const compared = new Compared();
  const { client } = owner;
  const { books } = player;
  const { visits, people: persons } = books;
  await compareVisits(compared, client, books, { visits, people: persons, today });
  await compareToday(compared, { acts: player, desks, owner: client, first: today, today });
  for (const range of [
    { from: today, to: today },
    { from: addDays(today, -10), to: addDays(today, 30) },
  ])
    await compareRange(compared, client, books, range);
  const counts = { entries: books.entries.length, visits: visits.length, figures: compared.figures };
  printInvariant({ id: 'books, killed', driver: testEngine, n: acts, kills, ...counts, violations: 0 });
  expect(kills).toBeGreaterThan(1);
  expect(books.entries.length).toBeGreaterThan(10);
});

async function start(): Promise<RunningServer> {
  return startServer({ ...data.settings, PORT: port });
}
