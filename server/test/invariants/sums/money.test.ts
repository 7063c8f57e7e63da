import { addDays, indiaDate } from '@samay/contract/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../fixtures/app.ts';
import { signInAs } from '../../fixtures/builders.ts';
import { testEngine } from '../../fixtures/database.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { checkMoney, readScreens } from '../../fixtures/money/check-money.ts';
import { endConnection } from '../../fixtures/money/end-connection.ts';
import { buildClinic, MoneyDay } from '../../fixtures/money/money-day.ts';
import { PatientClient } from '../../fixtures/money/patient-client.ts';
import { bookedDay, drawDays } from '../../fixtures/money/presses.ts';

// Plays random days at three desks concurrently, over midnight: money is taken, split, spent from
// advances, given back, voided, waived; bookings are moved, completed, cancelled with their money;
// drawers are closed, papers made, people merged. Requests are sent twice, and PostgreSQL ends
// connections. Afterwards the sums that screens and files show equal the sums of their rows.

const days = isFull ? 10 : 2;
/** The presses of a day, a third of them at each desk. */
const presses = isFull ? 600 : 60;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it(
  `agrees to the paisa after ${days} random days of ${presses} presses at three desks [I-28, P-9.36, P-9.46]`,
  { timeout: 3_600_000 },
  async () => {
    const written = { rows: 0, refused: 0, closes: 0, papers: 0, connectionsEnded: 0 };
    for (const [number, all] of drawDays(days, presses, 20_261_126).entries()) {
      app.setNow(`${bookedDay}T23:55:00+05:30`);
      const clinic = await buildClinic(app.database);
      const clients = [
        await signInAs(app, clinic.tenant, 'BUSINESS_OWNER'),
        await signInAs(app, clinic.tenant, 'BUSINESS_ADMIN'),
        await signInAs(app, clinic.tenant, 'EMPLOYEE'),
      ];
      const users = clients.map(({ identity }) => identity?.userId ?? '');
      const desks = clients.map((client) => new PatientClient((...sent) => client.send(...sent)));
      const day = new MoneyDay(clinic, desks, users);
      await day.open({ isRegistered: number % 2 === 1, oneDrawer: number % 4 > 1 });
      const trouble = async () => {
        written.connectionsEnded += await endConnection(app);
      };
      await day.play(all.slice(0, presses / 2), 15, trouble);
      const before = await readScreens(day, [bookedDay]);
      app.setNow(`${addDays(bookedDay, 1)}T00:02:00+05:30`);
      await day.play(all.slice(presses / 2), 15, trouble);
      const screens = await readScreens(day, [bookedDay, addDays(bookedDay, 1)]);
      expect(screens.received.get(bookedDay)?.screen).toEqual(before.received.get(bookedDay)?.screen);
      expect(indiaDate(app.dependencies.clock())).toBe(addDays(bookedDay, 1));
      written.rows += await checkMoney(app.database, day, screens);
      written.refused += day.refused;
      written.closes += day.acknowledged.closes.size;
      written.papers += day.acknowledged.papers.size;
    }
    printInvariant({ id: 'money', driver: testEngine, n: days * presses, ...written, violations: 0 });
    expect(written.rows).toBeGreaterThan(days * 10);
    expect(Math.min(written.closes, written.papers)).toBeGreaterThanOrEqual(days);
    if (testEngine === 'postgres') expect(written.connectionsEnded).toBeGreaterThan(0);
  },
);
