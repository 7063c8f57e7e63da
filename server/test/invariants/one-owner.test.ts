import { changeRole, removeMember } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../src/db/tenant.ts';
import { type TestApp, testApp } from '../fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-18: a business always keeps at least one owner, also when owners remove or demote each other
// concurrently.

const rounds = isFull ? 100 : 5;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Change = (by: Client, id: string) => Promise<{ status: number }>;
const remove: Change = (by, id) => by.call(removeMember, { params: { id } });
const demote: Change = (by, id) => by.call(changeRole, { params: { id }, body: { role: 'EMPLOYEE' } });
const pairs: [what: string, first: Change, second: Change][] = [
  ['remove each other', remove, remove],
  ['demote each other', demote, demote],
  ['remove and demote each other', remove, demote],
];

it.each(pairs)(
  'two owners who %s concurrently leave one [I-18, P-11.11]',
  { timeout: 300_000 },
  async (what, first, second) => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const tenant = await buildTenant(app, { businessType: 'turf' });
      const owners = [
        await signInAs(app, tenant, 'BUSINESS_OWNER'),
        await signInAs(app, tenant, 'BUSINESS_ADMIN'),
      ] as const;
      const [one, other] = owners;
      const answers = await Promise.all([first(one, getId(other)), second(other, getId(one))]);
      const done = answers.filter(({ status }) => status === 200 || status === 204).length;
      if (done !== 1 || (await ownersOf(tenant)) !== 1) violations += 1;
    }
    printInvariant({ id: 'I-18', driver: testEngine, n: rounds, violations, what });
    expect(violations).toBe(0);
  },
);

it(
  'five owners who all remove all others concurrently leave at least one [I-18, P-11.11]',
  { timeout: 300_000 },
  async () => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const tenant = await buildTenant(app, { businessType: 'turf' });
      const owners: Client[] = [];
      for (let count = 0; count < 5; count += 1) owners.push(await signInAs(app, tenant, 'BUSINESS_OWNER'));
      await Promise.all(
        owners.flatMap((by) => owners.filter((one) => one !== by).map((one) => remove(by, getId(one)))),
      );
      if ((await ownersOf(tenant)) < 1) violations += 1;
    }
    printInvariant({ id: 'I-18', driver: testEngine, n: rounds, violations, what: 'five owners' });
    expect(violations).toBe(0);
  },
);

function getId({ identity }: Client): string {
  return identity?.userId ?? '';
}

async function ownersOf({ id }: BuiltTenant): Promise<number> {
  const rows = await asPlatform(app, (tx) =>
    tx
      .selectFrom('memberships')
      .select('user_id')
      .where('tenant_id', '=', id)
      .where('role', 'in', ['BUSINESS_OWNER', 'BUSINESS_ADMIN'])
      .execute(),
  );
  return rows.length;
}
