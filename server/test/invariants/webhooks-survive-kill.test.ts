import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Deliveries } from '@samay/contract/reach/deliveries';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '../../src/db/open-database.ts';
import { asPlatform } from '../../src/db/tenant.ts';
import { hashPassword } from '../../src/modules/identity/session/password.ts';
import { buildTenant } from '../fixtures/builders.ts';
import { testEngine } from '../fixtures/database.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { type Desk, openDesk } from '../fixtures/invariants/desk.ts';
import {
  type Fate,
  type FlakyReceiver,
  type Receipt,
  startFlakyReceiver,
} from '../fixtures/invariants/flaky-receiver.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from '../fixtures/invariants/killed-servers.ts';

// I-13: every creation and cancellation of a booking is delivered at least once, in this order for
// each booking, whatever the receiver does and whenever the process is killed. A repeated delivery
// has the same id.

/**
 * A try that a kill interrupts is repeated after its lease of a minute. An ordinary run kills
 * between the first tries and the second ones, two seconds later, and waits for a lease only on a
 * very busy machine.
 */
const plan = isFull ? { kills: 50, bookingsEach: 5 } : { kills: 1, bookingsEach: 3 };
/** Enough time to record the failures, and well before the next tries. */
const betweenTriesMs = 500;
const timeoutMs = isFull ? 600_000 : 120_000;
const bookings = plan.kills * plan.bookingsEach;
const port = 5187;

const account = { email: 'owner@webhooks.example', password: 'battery staple' };
let data: ServersData;
let receiver: FlakyReceiver;
let server: RunningServer | undefined;
beforeAll(async () => {
  data = await serversData('webhooks');
  receiver = await startFlakyReceiver();
  await data.withDatabase(prepare);
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  await receiver.close();
  await data.remove();
});

it(
  'delivers everything in order, and repeats under the same id [I-13, P-12.14]',
  { timeout: 1_800_000 },
  async () => {
    server = await startServer(settings());
    const desk = await openDesk(server.address, account);
    receiver.secret = await desk.nameReceiver(receiver.address);
    receiver.fateOf = isFull ? randomFate : () => 'fail';
    for (let kill = 0; kill < plan.kills; kill += 1) {
      const names = Array.from({ length: plan.bookingsEach }, () => `Patient ${randomUUID()}`);
      const booking = Promise.all(names.map((name) => desk.bookAndCancel(name)));
      if (isFull) await wait(200 + Math.random() * 800);
      else {
        await Promise.all([
          booking,
          expect.poll(() => receiver.receipts.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(bookings),
        ]);
        await wait(betweenTriesMs);
      }
      await server.stop('SIGKILL');
      if (kill === plan.kills - 1) receiver.fateOf = () => 'ok';
      server = await startServer(settings());
      await booking;
    }
    const health = await untilDelivered(desk);
    const found = judge(receiver.receipts);
    printInvariant({
      id: 'I-13',
      driver: testEngine,
      n: bookings * 2,
      violations: found.violations,
      kills: plan.kills,
      ...found.counts,
    });
    expect(health.kinds.map(({ waiting, givenUp }) => waiting + givenUp)).toEqual(health.kinds.map(() => 0));
    expect(found).toMatchObject({
      counts: { delivered: bookings * 2, unsigned: 0, ids: bookings * 2 },
      violations: 0,
    });
  },
);

/**
 * Waits until no delivery is pending. A full run has pauses of minutes, which a retry from Settings
 * skips.
 */
async function untilDelivered(desk: Desk): Promise<Deliveries> {
  const health = () => desk.deliveries();
  const waitingIn = ({ kinds }: Deliveries) => kinds.reduce((sum, { waiting }) => sum + waiting, 0);
  const arrived = async () => {
    if (isFull) await desk.retryAll();
    return waitingIn(await health());
  };
  await expect.poll(arrived, { timeout: timeoutMs, interval: isFull ? 5000 : 100 }).toBe(0);
  return health();
}

/**
 * Counts violations: a lost delivery, a cancellation before its creation, a wrong signature, one
 * message under two ids or two under one.
 */
function judge(receipts: readonly Receipt[]) {
  const getKey = ({ path, body }: Receipt) => `${path} ${nameIn(body)}`;
  const taken = receipts.filter(({ fate }) => fate === 'ok');
  const delivered = new Set(taken.map(getKey));
  const pairs = new Set(receipts.map((receipt) => `${getKey(receipt)} ${receipt.id}`));
  const ids = new Set(receipts.map(({ id }) => id));
  const unsigned = receipts.filter(({ isSigned }) => !isSigned).length;
  const cancelledFirst = [...new Set(receipts.map(({ body }) => nameIn(body)))].filter((name) => {
    const created = receipts.findIndex(
      (one) => one.path === '/booked' && one.fate === 'ok' && nameIn(one.body) === name,
    );
    const cancelled = receipts.findIndex((one) => one.path === '/cancelled' && nameIn(one.body) === name);
    return created === -1 || (cancelled !== -1 && cancelled < created);
  }).length;
  const lost = bookings * 2 - delivered.size;
  const mixed = Math.abs(pairs.size - ids.size) + Math.abs(pairs.size - delivered.size);
  const counts = {
    delivered: delivered.size,
    messages: receipts.length,
    repeated: receipts.length - pairs.size,
    ids: ids.size,
    unsigned,
    cancelledFirst,
  };
  return { counts, violations: lost + mixed + unsigned + cancelledFirst };
}

function nameIn(body: string): string {
  const payload = JSON.parse(body) as { summary?: string; patient_name?: string };
  return payload.summary ?? payload.patient_name ?? '';
}

function randomFate(): Fate {
  const chance = Math.random();
  if (chance < 0.3) return 'fail';
  if (chance < 0.4) return 'hang';
  return chance < 0.5 ? 'cut' : 'ok';
}

/** Creates a clinic without a plan limit and its owner. */
async function prepare(database: OpenDatabase): Promise<void> {
  const tenant = await buildTenant({ database });
  const password_hash = await hashPassword(account.password);
  await asPlatform({ database }, async (tx) => {
    await tx.updateTable('plans').set({ appointment_limit: 1_000_000 }).where('id', '=', 'basic').execute();
    const { id } = await tx
      .insertInto('users')
      .values({ email: account.email, email_key: account.email, full_name: 'Asha Kulkarni', password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('memberships')
      .values({ tenant_id: tenant.id, user_id: id, role: 'BUSINESS_OWNER' })
      .execute();
  });
}

function settings(): Record<string, string> {
  return { ...data.settings, PORT: String(port), WEBHOOKS_TO_LOOPBACK: '1' };
}
