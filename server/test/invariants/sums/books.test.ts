import { getDashboard } from '@samay/contract/desk/dashboard';
import { getReports } from '@samay/contract/desk/reports';
import { setMoneyRules } from '@samay/contract/ledger/money-rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../fixtures/app.ts';
import { LateActs } from '../../fixtures/books/late-acts.ts';
import { addDays, type Desk } from '../../fixtures/books/player.ts';
import { buildOffer } from '../../fixtures/books/offer.ts';
import { Compared, compareRange, compareToday, compareVisits } from '../../fixtures/books/compare.ts';
import { total } from '../../fixtures/books/books.ts';
import { Random } from '../../fixtures/books/random.ts';
import { buildPerson } from '../../fixtures/browser.ts';
import { buildTenant } from '../../fixtures/builders.ts';
import { testEngine } from '../../fixtures/database.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { signedInAgain } from '../../fixtures/books/sign-in.ts';

// Keeps its own books over random months: two doctors, two services, three desks. Every figure of
// every screen and file is compared with them, to the paisa; nothing of the books is computed by the
// server's code.

const days = isFull ? 200 : 20;
const actsOfDay = isFull ? 20 : 24;
/** The days between two comparisons of all visits. */
const betweenAudits = isFull ? 25 : 10;
const first = '2026-10-05';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it(
  `agrees with books kept outside over ${days} random days in several months [I-28, P-9.221, P-9.226]`,
  { timeout: 3_600_000 },
  async () => {
    const random = new Random(20_261_129);
    const tenant = await buildTenant(app, { plan: 'enterprise', paidUntil: '2099-01-01' });
    const offer = await buildOffer(app, tenant);
    const roles = ['BUSINESS_OWNER', 'EMPLOYEE', 'EMPLOYEE'] as const;
    const people = [];
    for (const [at, role] of roles.entries())
      people.push(await buildPerson(app, tenant, role, { name: `Desk ${'ABC'.charAt(at)}` }));
    let [today, day] = [first, first];
    const acts = new LateActs(random, offer, () => today);
    const compared = new Compared();
    const audited = { visits: 0, from: first };
    for (let number = 1; number <= days; number += 1) {
      app.setNow(`${today}T09:00:00+05:30`);
      const desks: Desk[] = [];
      for (const [at, person] of people.entries())
        desks.push({
          taker: { id: person.id, name: `Desk ${'ABC'.charAt(at)}` },
          isOwner: at === 0,
          client: await signedInAgain(app, person),
        });
      const [owner] = desks;
      if (!owner) throw new Error('there is no desk');
      if (number === 1)
        await owner.client.call(setMoneyRules, {
          body: { employeesMayRefund: false, doctorDiscount: null, employeeDiscount: 0 },
        });
      for (let act = 0; act < actsOfDay; act += 1) await acts.act(random.pick(desks) ?? owner);
      const { client } = owner;
      await compareToday(compared, { acts, desks, owner: client, first, today });
      await compareRange(compared, client, acts.books, { from: today, to: today });
      if (number % betweenAudits === 0 || number === days) {
        const { visits, people: persons } = acts.books;
        await compareVisits(compared, client, acts.books, { visits, people: persons, today });
        const month = { from: `${today.slice(0, 7)}-01`, to: addDays(today, 20) };
        const some = addDays(first, random.below(20));
        for (const range of [month, { from: first, to: today }, { from: some, to: addDays(some, 33) }])
          await compareRange(compared, client, acts.books, range);
        audited.visits += visits.length;
      }
      [day, today] = [today, addDays(today, 1 + random.below(isFull ? 2 : 5))];
    }
    const { books, papers, closes, refused, corrected, openings } = acts;
    const [owner] = people;
    if (!owner) throw new Error('there is no owner');
    const client = await signedInAgain(app, owner);
    const locking: Desk = { taker: { id: owner.id, name: 'Desk A' }, isOwner: true, client };
    const until = `${first.slice(0, 7)}-31`;
    const late = await lockAndCompare({
      acts,
      compared,
      desk: locking,
      until,
      day,
      password: owner.password,
    });
    const counts = { entries: books.entries.length, visits: books.visits.length, papers: papers.length };
    const more = { closes: closes.length, refused, corrected, openings, ...late, figures: compared.figures };
    printInvariant({
      id: 'books',
      driver: testEngine,
      n: days * actsOfDay,
      ...counts,
      ...more,
      violations: 0,
    });
    const least = [counts.papers, more.closes, refused, corrected, openings, late.locked, Math.abs(late.net)];
    expect(Math.min(...least)).toBeGreaterThan(0);
    expect(new Set(books.entries.map(({ kind }) => kind)).size).toBe(4);
    expect(compared.figures).toBeGreaterThan(days * 100);
  },
);

/**
 * Locks the first month: each change of it is refused, and money that is taken and given back for its
 * visits afterwards is revenue of another day. Its figures are the ones of the books before that.
 */
async function lockAndCompare({
  acts,
  compared,
  desk,
  until,
  day,
  password,
}: {
  acts: LateActs;
  compared: Compared;
  desk: Desk;
  until: string;
  /** The day on which money is taken and given back. */
  day: string;
  password: string;
}): Promise<{ locked: number; net: number }> {
  const month = { from: first, to: until };
  const everyDay = { from: '0001-01-01', to: '9999-12-31' };
  const { client } = desk;
  const locked = await acts.lock(desk, until, password);
  const net = await acts.actLate(desk, until);
  await compareRange(compared, client, acts.books, month);
  const { revenue } = (await client.call(getDashboard)).body;
  compared.same('the revenue with late money', revenue?.total, acts.books.revenue(everyDay) + net);
  for (const query of [
    { from: day, to: day },
    { from: first, to: day },
  ]) {
    const reports = (await client.call(getReports, { query })).body;
    const about = `of ${query.from} to ${day} with late money`;
    const [received, earned] = [total(acts.books.taken(query)), acts.books.revenue(query)];
    compared.same(
      `received and revenue ${about}`,
      [reports.received, reports.revenue],
      [received + net, earned + net],
    );
    const walked = reports.bridge.reduce((sum, { paise }) => sum + paise, reports.received);
    compared.same(`the end of the bridge ${about}`, walked, reports.revenue);
  }
  return { locked, net };
}
