import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../fixtures/third-parties/mailbox.ts';
import { testEngine } from '../fixtures/database.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from '../fixtures/invariants/killed-servers.ts';

// Every email is sent at least once, whenever the process is killed.

interface Kill {
  readonly when: string;
  /** The mode of the mail server at that time. */
  readonly mode: string;
  /** Milliseconds from the first arrival to the kill. With 0, the kill interrupts the try. */
  readonly afterMs: number;
  readonly rounds: number;
}

/**
 * An interrupted try is repeated after its lease of a minute, which is too long for an ordinary
 * run.
 */
const kills: readonly Kill[] = [
  { when: 'between two tries', mode: 'later', afterMs: 1000, rounds: isFull ? 10 : 1 },
  { when: 'during a try', mode: 'hang', afterMs: 0, rounds: isFull ? 5 : 0 },
];

let data: ServersData;
let box: Mailbox;
let server: RunningServer | undefined;
beforeAll(async () => {
  data = await serversData('mail');
  box = await startMailbox();
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  await box.close();
  await data.remove();
});

it('loses no email to a kill [I-13, P-2.41]', { timeout: 900_000 }, async () => {
  let [sent, lost] = [0, 0];
  for (const { mode, afterMs, rounds } of kills) {
    for (let round = 0; round < rounds; round += 1) {
      const email = `${mode}-${round}@people.example`;
      server = await startServer(settings());
      box.setMode(mode);
      await getStarted(server.address, email);
      await expect.poll(() => box.emails(email).length, { timeout: 60_000 }).toBe(1);
      await wait(afterMs);
      await server.stop('SIGKILL');
      box.setMode('ok');
      server = await startServer(settings());
      sent += 1;
      const arrived = expect.poll(() => box.emails(email).some((message) => message.mode === 'ok'), {
        timeout: 90_000,
        interval: 100,
      });
      await arrived.toBe(true).catch(() => (lost += 1));
      await server.stop('SIGTERM');
      server = undefined;
    }
  }
  printInvariant({
    id: 'outbox',
    driver: testEngine,
    n: sent,
    violations: lost,
    what: 'emails that survive a kill',
  });
  expect([sent > 0, lost]).toEqual([true, 0]);
});

function settings(): Record<string, string> {
  return {
    ...data.settings,
    PORT: '4281',
    SMTP_URL: box.url,
    MAIL_FROM: 'no-reply@samay.example',
    LINKS_PER_ADDRESS: '1000',
  };
}

async function getStarted(address: string, email: string): Promise<void> {
  const response = await fetch(`${address}/api/get-started`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ businessName: 'Lakshmi Clinic', email }),
  });
  expect(response.status).toBe(204);
}
