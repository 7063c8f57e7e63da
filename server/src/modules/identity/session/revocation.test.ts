import { setImmediate } from 'node:timers/promises';
import { createAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { getRevenue } from '@samay/contract/desk/revenue';
import type { Endpoint } from '@samay/contract/core/endpoint';
import { getSession } from '@samay/contract/identity/session';
import { setPassword } from '@samay/contract/identity/passwords';
import { endOtherSessions, endSession } from '@samay/contract/identity/sessions';
import { changeRole, removeMember } from '@samay/contract/tenancy/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { Browser, type BuiltPerson, buildPerson } from '../../../../test/fixtures/browser.ts';
import { type BuiltTenant, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { buildFactor } from '../../../../test/fixtures/factor.ts';
import { isFull, printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { linkOf } from '../../../../test/fixtures/third-parties/app-with-mail.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { newPasswordLink } from '../passwords/send-link.ts';

let test: TestApp;
/** The requests of each kind that start after the change has been committed. */
const afterwards = isFull ? 2500 : 100;

beforeAll(async () => {
  test = await testApp();
});
afterAll(async () => test.close());

interface SignedIn {
  readonly browser: Browser;
  readonly person: BuiltPerson;
  readonly tenant: BuiltTenant;
}

interface Revocation {
  readonly revoke: (who: SignedIn) => Promise<unknown>;
  /** The requests that must be refused from then on, and the response. */
  readonly endpoint: Endpoint;
  readonly status: number;
  readonly code: string;
}

const revocations: Record<string, Revocation> = {
  'signing out': {
    revoke: ({ browser }) => browser.copy().signOut(),
    endpoint: getSession,
    status: 401,
    code: 'session.ended',
  },
  'removal from the business': {
    revoke: ({ person }) =>
      change((tx) => tx.deleteFrom('memberships').where('user_id', '=', person.id).execute()),
    endpoint: listAppointments,
    status: 403,
    code: 'access.denied',
  },
  'a smaller role': {
    revoke: ({ person }) =>
      change((tx) =>
        tx.updateTable('memberships').set({ role: 'EMPLOYEE' }).where('user_id', '=', person.id).execute(),
      ),
    endpoint: getRevenue,
    status: 403,
    code: 'access.denied',
  },
  'suspension of the business': {
    revoke: ({ tenant }) =>
      change((tx) =>
        tx.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', tenant.id).execute(),
      ),
    endpoint: createAppointment,
    status: 403,
    code: 'tenant.suspended',
  },
  'removal by the owner': {
    revoke: async ({ person, tenant }) =>
      (await signInAs(test, tenant, 'BUSINESS_OWNER')).call(removeMember, { params: { id: person.id } }),
    endpoint: listAppointments,
    status: 401,
    code: 'session.ended',
  },
  'a smaller role from the owner': {
    revoke: async ({ person, tenant }) =>
      (await signInAs(test, tenant, 'BUSINESS_OWNER')).call(changeRole, {
        params: { id: person.id },
        body: { role: 'EMPLOYEE' },
      }),
    endpoint: getRevenue,
    status: 403,
    code: 'access.denied',
  },
  'ending it from another session': {
    revoke: async ({ person, browser }) => {
      const other = new Browser(test.app);
      await other.signIn(person.email, person.password);
      const id = browser.cookies.get('samay-refresh')?.split('.')[0] ?? '';
      return other.send(endSession, { params: { id } });
    },
    endpoint: getSession,
    status: 401,
    code: 'session.ended',
  },
  'ending all others': {
    revoke: async ({ person }) => {
      const other = new Browser(test.app);
      await other.signIn(person.email, person.password);
      return other.send(endOtherSessions);
    },
    endpoint: getSession,
    status: 401,
    code: 'session.ended',
  },
  'a new password': {
    revoke: async ({ person }) => {
      const link = await asPlatform(test, (tx) => newPasswordLink(tx, test.dependencies, person.email));
      return new Browser(test.app).send(setPassword, {
        body: { link: linkOf(new URL(link)), password: 'battery staple' },
      });
    },
    endpoint: getSession,
    status: 401,
    code: 'session.ended',
  },
  'a second factor that another session turned on': {
    revoke: ({ person }) => buildFactor(test, person.id),
    endpoint: listAppointments,
    status: 403,
    code: 'session.insufficient_assurance',
  },
  'deletion of the account': {
    revoke: ({ person }) =>
      change((tx) =>
        tx
          .updateTable('users')
          .set({ deleted_at: test.dependencies.clock() })
          .where('id', '=', person.id)
          .execute(),
      ),
    endpoint: getSession,
    status: 401,
    code: 'session.ended',
  },
};

describe('a revoked right is gone at the next request [I-8]', () => {
  it.each(Object.entries(revocations))('after %s', async (what, { revoke, endpoint, status, code }) => {
    const who = await signedIn();
    expect((await who.browser.send(endpoint)).error?.code).not.toBe(code);
    await revoke(who);
    expect(await who.browser.send(endpoint)).toMatchObject({ status, error: { code } });

    const violations = await acceptedAfter(revocations[what] as Revocation);
    printInvariant({ id: `I-8 ${what}`, driver: test.database.kind, n: afterwards, violations });
    expect(violations).toBe(0);
  });

  it('and a suspended business can be read [P-1.9]', async () => {
    const { browser, tenant } = await signedIn();
    await change((tx) =>
      tx.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', tenant.id).execute(),
    );
    expect(await browser.send(listAppointments)).toMatchObject({ status: 200 });
    expect(await browser.send(createAppointment, { body: {} })).toMatchObject({
      error: {
        message:
          'This business is suspended: everything can be read, nothing can be changed. Please contact support.',
      },
    });
    expect(await browser.send(getSession)).toMatchObject({ body: { tenant: { suspended: true } } });
  });

  it('and a granted right works immediately', async () => {
    const { browser, person } = await signedIn('EMPLOYEE');
    expect(await browser.send(getRevenue)).toMatchObject({ status: 403 });
    await change((tx) =>
      tx.updateTable('memberships').set({ role: 'DOCTOR' }).where('user_id', '=', person.id).execute(),
    );
    expect((await browser.send(getRevenue)).status).not.toBe(403);
  });
});

/** Counts the requests of a steady stream that started after the commit and were not refused. */
async function acceptedAfter({ revoke, endpoint, status, code }: Revocation): Promise<number> {
  const who = await signedIn();
  let revoked = false;
  let started = 0;
  let accepted = 0;
  const stream = async () => {
    while (started < afterwards) {
      // Pauses for network requests, which wait for the event loop; otherwise the stream would
      // starve all other work.
      await setImmediate();
      const isAfter = revoked;
      if (isAfter) started += 1;
      const reply = await who.browser.send(endpoint);
      if (isAfter && (reply.status !== status || reply.error?.code !== code)) accepted += 1;
    }
  };
  const streams = Promise.all(Array.from({ length: 4 }, stream));
  await revoke(who);
  revoked = true;
  await streams;
  return accepted;
}

async function signedIn(role: 'DOCTOR' | 'EMPLOYEE' = 'DOCTOR'): Promise<SignedIn> {
  const tenant = await buildTenant(test);
  const person = await buildPerson(test, tenant, role);
  const browser = new Browser(test.app);
  await browser.signIn(person.email, person.password);
  return { browser, person, tenant };
}

async function change(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await asPlatform(test, work);
}
