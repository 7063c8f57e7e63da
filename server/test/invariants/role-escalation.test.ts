import { type BusinessType, Role } from '@samay/contract/core/roles';
import { changeRole, inviteStaff } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowVersions } from '../fixtures/rows.ts';
import { type TestApp, testApp } from '../fixtures/app.ts';
import { buildPerson } from '../fixtures/browser.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { listMemberships } from '../fixtures/staff.ts';
import { printInvariant } from '../fixtures/invariants/invariant.ts';

// T-2.11: tests which role may give which role, for every caller, every role and both business types,
// by invitation and by changing a role.

/** The roles that each role may give, and no others. */
const mayGive: Record<BusinessType, Record<string, string[]>> = {
  doctor: { BUSINESS_OWNER: ['DOCTOR', 'EMPLOYEE'], BUSINESS_ADMIN: ['DOCTOR', 'EMPLOYEE'] },
  turf: { BUSINESS_OWNER: ['BUSINESS_OWNER', 'EMPLOYEE'], BUSINESS_ADMIN: ['BUSINESS_OWNER', 'EMPLOYEE'] },
};
const callers = [...Role.options, 'nobody'] as const;
const requestedRoles = [...Role.options, 'CUSTODIAN'];

let app: TestApp;
let passed = 0;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => {
  const n = 2 * callers.length * requestedRoles.length;
  printInvariant({
    id: 'T-2.11',
    driver: testEngine,
    n,
    violations: n - passed,
    what: 'role pairs in two types of business',
  });
  return app.close();
});

describe.each(['doctor', 'turf'] as const)('in a %s business [P-1.6]', (businessType) => {
  let tenant: BuiltTenant;
  const people = new Map<string, Client>();
  beforeAll(async () => {
    tenant = await buildTenant(app, { businessType });
    for (const caller of callers) {
      const isOutside = caller === 'SUPER_ADMIN' || caller === 'nobody';
      people.set(caller, await signInAs(app, isOutside ? null : tenant, caller === 'nobody' ? null : caller));
    }
  });

  it.each(callers.flatMap((caller) => requestedRoles.map((role) => [caller, role] as const)))(
    '%s gives %s [T-2.11]',
    async (caller, role) => {
      const client = people.get(caller);
      const other = await buildPerson(app, tenant, 'EMPLOYEE', { passwordHash: null });
      const before = await rowVersions(app);
      const answers = [
        await client?.send(inviteStaff, { body: { email: `${crypto.randomUUID()}@people.example`, role } }),
        await client?.send(changeRole, { params: { id: other.id }, body: { role } }),
      ];
      const isGiven = mayGive[businessType][caller]?.includes(role) ?? false;
      if (isGiven) {
        expect(answers.map((answer) => answer?.status)).toEqual([201, 200]);
        expect(await listMemberships(app, other.id)).toEqual([{ tenant_id: tenant.id, role }]);
      } else {
        const code = role === 'CUSTODIAN' && mayGive[businessType][caller] ? 'request.invalid' : undefined;
        const refusal = code ?? (mayGive[businessType][caller] ? 'staff.role_not_given' : 'access.denied');
        expect(answers.map((answer) => answer?.error?.code)).toEqual([refusal, refusal]);
        expect(await rowVersions(app)).toBe(before);
      }
      passed += 1;
    },
  );
});
