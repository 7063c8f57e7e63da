import { setTimeout as wait } from 'node:timers/promises';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { sandboxPorts } from '../../../scripts/sandbox-ports.mjs';
import { sandboxSettings } from '../../../scripts/sandbox-settings.mjs';
import { controlClient } from '../../../sandbox/src/control/client.ts';
import { addReminders, countReminders, type Reminded } from '../data/reminders.ts';
import { measure } from '../load/load.ts';
import { makeRequests } from '../load/operations.ts';
import type { Options } from '../load/options.ts';
import { signIn } from '../load/sign-in.ts';
import { addTenants } from '../load/tenants.ts';
import { startApiServer } from '../servers/api-server.ts';
import { ports } from '../servers/ports.ts';
import { type Cluster, openCluster } from '../servers/postgres-cluster.ts';
import { clusterMs, processorMs } from '../servers/processor-time.ts';
import { startThirdParties } from '../start/third-parties.ts';

/** Plans have as many messages by the number of the installation as are due. */
const settings = {
  ...sandboxSettings(ports.withSandbox),
  // Keys travel to the sandbox without https, which production refuses.
  NODE_ENV: 'development',
  NOTICE_CREDITS_ENTERPRISE: '1000000',
};
const desk = { connections: 4, rate: 10 };
/** The reminders of which a morning is told: due at one moment, to leave within half an hour. */
const ofAMorning = 100_000;
const longestMs = 40 * 60_000;

/**
 * Measures how fast reminders leave that are due at the same moment over many businesses, by WhatsApp, which answers
 * after 300 ms; and what a desk that books notices of it.
 */
export async function runRemindersPart({ quick }: Options): Promise<void> {
  const [businesses, each] = quick ? [20, 10] : [500, 40];
  const deskSeconds = quick ? 5 : 60;
  const cluster = await openCluster();
  const parties = await startThirdParties(ports.withSandbox);
  const server = await startApiServer(cluster, ports.withSandbox, settings);
  try {
    const tenants = await addTenants(cluster, 'reminding', businesses);
    const [first] = tenants;
    if (!first) throw new Error('there is no business whose desk books');
    await untilTextsApproved(cluster);
    const { control } = sandboxPorts(ports.withSandbox);
    await controlClient(`http://127.0.0.1:${control}`).setMode('whatsapp', 'slow');
    const book = async () => {
      const headers = await signIn(server.address, first);
      const requests = makeRequests('create', [headers], `${indiaDate(now()).slice(0, 7)}-01`);
      return measure({ address: server.address, ...desk, seconds: deskSeconds, requests });
    };
    const alone = await book();
    const taken = () => processorMs(server.pid) + clusterMs(cluster.postmaster);
    const [began, before] = [performance.now(), taken()];
    await cluster.admin((client) =>
      addReminders(client, tenants, { each, day: addDays(indiaDate(now()), 1) }),
    );
    const filled = performance.now();
    const [beside, left] = await Promise.all([book(), untilLeft(cluster, businesses * each)]);
    const seconds = (left.at - filled) / 1000;
    const perSecond = left.reached / seconds;
    const minutes = ofAMorning / perSecond / 60;
    console.log(
      `reminders: ${left.reached} of ${businesses * each} of ${businesses} businesses left within ${seconds.toFixed(0)} s, ${perSecond.toFixed(1)} a second: 100,000 take ${minutes.toFixed(1)} minutes`,
    );
    console.log(
      `reminders: ${((taken() - before) / left.reached).toFixed(1)} ms of processor time each, the desk's ${deskSeconds} s included (${((left.at - began) / 1000).toFixed(0)} s in all)`,
    );
    console.log(
      `reminders: a desk's create: median ${beside.median.toFixed(0)} ms (alone ${alone.median.toFixed(0)} ms), 95th percentile ${beside.p95.toFixed(0)} ms (alone ${alone.p95.toFixed(0)} ms)`,
    );
  } finally {
    await server.stop();
    await parties.stop();
    await cluster.stop();
  }
}

/** Waits until WhatsApp has taken the texts, which a server registers when it starts. */
async function untilTextsApproved(cluster: Cluster): Promise<void> {
  for (const end = performance.now() + 90_000; performance.now() < end; await wait(500)) {
    const { rows } = await cluster.admin((client) =>
      client.query<{ count: number }>(
        `select count(*)::int as count from notice_templates where channel = 'whatsapp' and state = 'approved'`,
      ),
    );
    if ((rows[0]?.count ?? 0) > 0) return;
  }
  throw new Error('the texts of reminders were not approved');
}

/** Waits until no reminder is due any more; returns how many have reached WhatsApp. */
async function untilLeft(cluster: Cluster, all: number): Promise<Pick<Reminded, 'reached'> & { at: number }> {
  for (const end = performance.now() + longestMs; performance.now() < end; await wait(1_000)) {
    const { reached, waiting } = await cluster.admin(countReminders);
    if (waiting > 0) continue;
    if (reached < all) console.log(`reminders: ${all - reached} were not taken`);
    return { reached, at: performance.now() };
  }
  throw new Error('the reminders took too long');
}
