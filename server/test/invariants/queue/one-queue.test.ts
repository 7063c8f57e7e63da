import { startVisit } from '@samay/contract/bookings/transitions';
import { getQueue, type Queue, QueueStage } from '@samay/contract/desk/queue';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../../src/db/tenant.ts';
import { testApp, type TestApp, testNow } from '../../fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../fixtures/builders.ts';
import type { Client } from '../../fixtures/client.ts';
import { testEngine } from '../../fixtures/database.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { comes, type Deed, deeds, offered, type Press } from '../../fixtures/invariants/queue-presses.ts';
import { look, type Screen } from '../../fixtures/screens.ts';

// Lets many desks work on one queue concurrently: each sees the offered actions, presses one, and
// reads again as a live event makes a screen do.

const desks = isFull ? 20 : 5;
const people = isFull ? 60 : 16;
/** The number of people who finish: all but those whose name ends with 3, who stay waiting. */
const finishing = people - Math.ceil((people - 3) / 10);
const queue: Screen = { name: 'getQueue', endpoint: getQueue, sample: {} };
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it(
  'has one order, loses no press, offers nothing that stays refused, and is the same on every screen in the end [P-8.13]',
  { timeout: 60_000 },
  async () => {
    const clinic = await buildTenant(app, { times: 'apart', plan: 'enterprise' });
    const clients: Client[] = [];
    for (let count = 0; count < desks; count += 1)
      clients.push(await signInAs(app, clinic, count % 5 === 4 ? 'DOCTOR' : 'EMPLOYEE'));
    await Promise.all(Array.from({ length: people }, (_, at) => comes(clients[at % desks] as Client, at)));
    const [taken, refused, stale, outOfOrder] = [[] as Press[], [] as Press[], [] as Press[], [] as Queue[]];
    await Promise.all(clients.map((client, number) => work(client, number)));

    async function work(client: Client, number: number): Promise<void> {
      for (let last: Press | undefined; ;) {
        const { body, status } = await client.call(getQueue);
        expect(status).toBe(200);
        if (!isInOrder(body)) outOfOrder.push(body);
        if (last && body.waiting.some((entry) => entry.id === last?.id && offered(entry) === last.deed))
          stale.push(last);
        const open = body.waiting
          .map((entry) => ({ id: entry.id, deed: offered(entry) }))
          .filter((each): each is Press => each.deed !== undefined);
        const press = open[number % open.length];
        if (!press) return;
        const { id, deed } = press;
        last = undefined;
        const answer = await client.send(deeds[deed], { params: { id } });
        if (answer.status === 200) taken.push(press);
        else {
          expect(answer.status).toBe(409);
          refused.push(press);
          last = press;
        }
      }
    }

    const lost = await lostPresses(clinic, taken);
    const looks = await Promise.all(clients.map(async (client) => look(client, queue)));
    const shown = new Set(
      looks.map(({ body }) => JSON.stringify((body as Queue).waiting.map(({ id, stage }) => [id, stage]))),
    );
    const violations = outOfOrder.length + stale.length + lost + shown.size - 1;
    printInvariant({
      id: 'one queue',
      driver: testEngine,
      n: taken.length,
      violations,
      desks,
      refused: refused.length,
    });
    expect((looks[0]?.body as Queue | undefined)?.waiting).toHaveLength(people - finishing);
    expect({ outOfOrder, stale, lost, screens: shown.size }).toEqual({
      outOfOrder: [],
      stale: [],
      lost: 0,
      screens: 1,
    });
  },
);

/**
 * Checks the stages in their order; within one, a person comes before those who have waited less,
 * except for a booking that is on time.
 */
function isInOrder({ waiting }: Queue): boolean {
  const stages = waiting.map(({ stage }) => QueueStage.options.indexOf(stage));
  const expected = waiting.filter(({ stage }) => stage === 'expected').map(({ time }) => time);
  return isSorted(stages) && isSorted(expected);
}

function isSorted<T extends string | number>(values: readonly T[]): boolean {
  return values.every((value, at) => at === 0 || (values[at - 1] as T) <= value);
}

/** Counts the accepted presses without a row, or without exactly one audit row. */
async function lostPresses({ id: tenantId }: BuiltTenant, taken: readonly Press[]): Promise<number> {
  const columns: Record<Deed, string> = {
    arrived: 'arrived_at is not null',
    started: 'started_at is not null',
    completed: "status = 'completed'",
    missed: "status = 'no_show'",
  };
  const kept = await asPlatform(app, async (tx) => {
    const found = new Set<string>();
    for (const deed of Object.keys(deeds) as Deed[]) {
      const { rows } = await sql<{
        id: string;
      }>`select id from appointments where tenant_id = ${tenantId} and ${sql.raw(columns[deed])}`.execute(tx);
      for (const { id } of rows) found.add(`${id} ${deed}`);
    }
    return found;
  });
  const actions = ['appointment.completed', 'appointment.no_show'];
  const audited = await asPlatform(app, (tx) =>
    tx
      .selectFrom('audit_log')
      .select('object')
      .where('tenant_id', '=', tenantId)
      .where('action', 'in', actions)
      .execute(),
  );
  const finished = taken.filter(({ deed }) => deed === 'completed' || deed === 'missed');
  const once = new Set(finished.map(({ id }) => id));
  expect([audited.length, once.size, finished.length]).toEqual([finishing, finishing, finishing]);
  return taken.filter(({ id, deed }) => !kept.has(`${id} ${deed}`)).length;
}

it('keeps the first of many arrivals and starts [P-8.13]', async () => {
  app.setNow(testNow);
  const clinic = await buildTenant(app, { times: 'apart' });
  const clients = await Promise.all(Array.from({ length: desks }, async () => signInAs(app, clinic)));
  await comes(clients[0] as Client, 1);
  const [entry] = (await (clients[0] as Client).call(getQueue)).body.waiting;
  const answers = await Promise.all(
    clients.map((client) => client.call(startVisit, { params: { id: entry?.id ?? '' } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 200));
  const audited = await asPlatform(app, (tx) =>
    tx
      .selectFrom('audit_log')
      .select('id')
      .where('tenant_id', '=', clinic.id)
      .where('action', '=', 'appointment.started')
      .execute(),
  );
  expect(audited).toHaveLength(1);
});
