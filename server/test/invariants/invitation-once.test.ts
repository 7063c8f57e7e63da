import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { cancelInvitation } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../src/db/tenant.ts';
import { emailKey } from '../../src/modules/identity/people/policy.ts';
import { activateInvitation } from '../../src/modules/tenancy/staff/activate.ts';
import { type TestApp, testApp, testNow } from '../fixtures/app.ts';
import { buildPerson } from '../fixtures/browser.ts';
import { buildTenant, signInAs } from '../fixtures/builders.ts';
import { testEngine } from '../fixtures/database.ts';
import { buildInvitation, listMemberships, listPending } from '../fixtures/staff.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-17: an invitation is accepted once, and a person belongs to at most one business.

const now = new Date(testNow);
const concurrency = 50;
const rounds = isFull ? 100 : 5;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('lets one of fifty concurrent first sign-ins accept [I-17, P-11.2]', { timeout: 300_000 }, async () => {
  const times = isFull ? 10 : 1;
  let violations = 0;
  for (let round = 0; round < times; round += 1) {
    const person = await buildPerson(app);
    await buildInvitation(app, await buildTenant(app), person.email);
    const answers = await Promise.all(Array.from({ length: concurrency }, () => activate(person)));
    if (answers.filter(Boolean).length !== 1 || (await listMemberships(app, person.id)).length !== 1)
      violations += 1;
  }
  printInvariant({
    id: 'I-17',
    driver: testEngine,
    n: times,
    violations,
    what: 'first sign-ins at once',
    of: concurrency,
  });
  expect(violations).toBe(0);
});

it(
  'makes a person that two businesses invited a member of the first [I-17]',
  { timeout: 300_000 },
  async () => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const [older, newer] = [await buildTenant(app), await buildTenant(app)];
      const person = await buildPerson(app);
      await buildInvitation(app, older, person.email, { createdAt: new Date(now.getTime() - 1000) });
      await buildInvitation(app, newer, person.email);
      await Promise.all([activate(person), activate(person), activate(person)]);
      const belongs = await listMemberships(app, person.id);
      if (
        belongs.length !== 1 ||
        belongs[0]?.tenant_id !== older.id ||
        (await listPending(app, newer)).length !== 1
      )
        violations += 1;
    }
    printInvariant({
      id: 'I-17',
      driver: testEngine,
      n: rounds,
      violations,
      what: 'invited by two businesses',
    });
    expect(violations).toBe(0);
  },
);

it('is either cancelled or accepted when both happen concurrently [I-17]', { timeout: 300_000 }, async () => {
  let [violations, cancelled] = [0, 0];
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  for (let round = 0; round < rounds; round += 1) {
    const person = await buildPerson(app);
    const id = await buildInvitation(app, clinic, person.email);
    // Starts with each in turn, so that each wins sometimes.
    const [first, second] = round % 2 ? [0, Math.random() * 15] : [Math.random() * 30, 0];
    const [{ status }, activated] = await Promise.all([
      wait(first).then(() => owner.call(cancelInvitation, { params: { id } })),
      wait(second).then(() => activate(person)),
    ]);
    const isIn = (await listMemberships(app, person.id)).length === 1;
    if (isIn !== (activated !== undefined) || isIn !== (status === 404) || (!isIn && status !== 204))
      violations += 1;
    if (status === 204) cancelled += 1;
  }
  expect(await listPending(app, clinic)).toEqual([]);
  printInvariant({
    id: 'I-17',
    driver: testEngine,
    n: rounds,
    violations,
    what: 'cancelled and accepted at once',
    cancelled,
  });
  expect(violations).toBe(0);
});

async function activate({ id: userId, email }: { id: string; email: string }) {
  const context = { now, requestId: randomUUID() };
  return asPlatform(app, (tx) => activateInvitation(tx, context, { userId, emailKey: emailKey(email) }));
}
