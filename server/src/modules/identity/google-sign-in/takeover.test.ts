import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  Browser,
  type BrowserReply,
  type BuiltPerson,
  buildPerson,
} from '../../../../test/fixtures/browser.ts';
import { buildTenant, type BuiltTenant } from '../../../../test/fixtures/builders.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import {
  type Google,
  type GoogleAccount,
  signInWithGoogle,
  startGoogle,
} from '../../../../test/fixtures/third-parties/google.ts';
import { printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { snapshot } from '../../../../test/fixtures/rows.ts';
import { buildInvitation, listMemberships } from '../../../../test/fixtures/staff.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Nobody signs in with an unproven address, and nobody is moved to another business.

interface World {
  readonly clinic: BuiltTenant;
  /** A member of the clinic. */
  readonly member: BuiltPerson;
  /** An address that the clinic has invited. */
  readonly invited: string;
}

interface Attack {
  readonly as: (world: World) => GoogleAccount | Promise<GoogleAccount>;
  readonly code: string;
}

const attacks: Record<string, Attack> = {
  'an address of somebody that is not verified': {
    as: ({ member }) => ({ email: member.email, verification: 'no' }),
    code: 'google.unverified_email',
  },
  'an address of somebody without a word on its verification': {
    as: ({ member }) => ({ email: member.email, verification: 'silent' }),
    code: 'google.unverified_email',
  },
  'an address of somebody whose verification is a word': {
    as: ({ member }) => ({ email: member.email, verification: 'text' }),
    code: 'google.unverified_email',
  },
  'an invited address that is not verified': {
    as: ({ invited }) => ({ email: invited, verification: 'no' }),
    code: 'google.unverified_email',
  },
  'a plus tag on an address of somebody': {
    as: ({ member }) => ({ email: member.email.replace('@', '+x@') }),
    code: 'google.no_account',
  },
  'a plus tag on an invited address': {
    as: ({ invited }) => ({ email: invited.replace('@', '+x@') }),
    code: 'google.no_account',
  },
  'a letter of another alphabet in an address of somebody': {
    as: ({ member }) => ({ email: member.email.replace('people', 'pеople') }),
    code: 'google.no_account',
  },
  'a letter of another alphabet in an invited address': {
    as: ({ invited }) => ({ email: invited.replace('people', 'pеople') }),
    code: 'google.no_account',
  },
  'a letter in full width, which compares equal and is another mailbox': {
    as: ({ member }) => ({ email: member.email.replace('people', 'ｐeople') }),
    code: 'google.unverified_email',
  },
  'an address that Google has given to somebody else since': {
    as: async ({ member }) => {
      await signInWithGoogle(new Browser(test.app), { email: member.email, subject: `${member.id}-first` });
      return { email: member.email, subject: `${member.id}-second` };
    },
    code: 'google.other_account',
  },
  'an invitation that has expired': {
    as: async ({ clinic }) => {
      await buildInvitation(test, clinic, 'late@people.example', { expiresAt: new Date(testNow) });
      return { email: 'late@people.example' };
    },
    code: 'google.no_account',
  },
  'an invitation that was taken back': {
    as: async ({ clinic, invited }) => {
      await asPlatform(test, (tx) =>
        tx.deleteFrom('invitations').where('tenant_id', '=', clinic.id).execute(),
      );
      return { email: invited };
    },
    code: 'google.no_account',
  },
  'an invitation that somebody has used': {
    as: async ({ invited }) => {
      await signInWithGoogle(new Browser(test.app), { email: invited, subject: `${invited}-first` });
      return { email: invited, subject: `${invited}-second` };
    },
    code: 'google.other_account',
  },
  'an account that was deleted': {
    as: async ({ member }) => {
      await asPlatform(test, (tx) =>
        tx
          .updateTable('users')
          .set({ deleted_at: new Date(testNow) })
          .where('id', '=', member.id)
          .execute(),
      );
      return { email: member.email };
    },
    code: 'google.no_account',
  },
};

let google: Google;
let test: TestApp;
let count = 0;
let refused = 0;
beforeAll(async () => {
  google = await startGoogle();
  test = await testApp({ dependencies: { identity: google.identity } });
});
afterAll(async () => {
  printInvariant({
    id: 'P-2.49',
    driver: testEngine,
    n: 14,
    violations: 14 - refused,
    what: 'takeovers refused',
  });
  await test.close();
  await google.close();
});

it.each(Object.entries(attacks))('refuses %s [P-2.49, P-2.50, T-3.7]', async (_what, { as, code }) => {
  const world = await buildWorld();
  const account = await as(world);
  const before = await snapshot(test);
  const reply = await signInWithGoogle(new Browser(test.app), account);
  expect(reply.error?.code).toBe(code);
  expect(reply.cookies.filter(({ value }) => value !== '')).toEqual([]);
  expect(await snapshot(test)).toBe(before);
  expect(await readNote(reply)).toEqual({ because: code });
  refused += 1;
});

it('was all of fourteen', () => {
  expect([Object.keys(attacks).length, refused]).toEqual([14, 14]);
});

it('signs a person in to their own account, never to that of their current address [P-2.49, T-3.7]', async () => {
  const { member } = await buildWorld();
  const other = await buildPerson(test);
  await signInWithGoogle(new Browser(test.app), { email: other.email, subject: 'other-person' });
  const browser = new Browser(test.app);
  expect(await signInWithGoogle(browser, { email: member.email, subject: 'other-person' })).toMatchObject({
    status: 201,
  });
  expect(await readOwner(browser)).toBe(other.id);
});

it('does not accept an invitation of a person’s current address for their known address', async () => {
  const { invited } = await buildWorld();
  const other = await buildPerson(test);
  await signInWithGoogle(new Browser(test.app), { email: other.email, subject: 'renamed-person' });
  expect(
    await signInWithGoogle(new Browser(test.app), { email: invited, subject: 'renamed-person' }),
  ).toMatchObject({ status: 201 });
  expect(await listMemberships(test, other.id)).toEqual([]);
});

it('does not move a member: an invitation of a second business stays open [P-11.3]', async () => {
  const { clinic, member } = await buildWorld();
  const second = await buildTenant(test);
  await buildInvitation(test, second, member.email, { role: 'BUSINESS_OWNER' });
  expect(await signInWithGoogle(new Browser(test.app), { email: member.email })).toMatchObject({
    status: 201,
  });
  expect(await listMemberships(test, member.id)).toEqual([{ tenant_id: clinic.id, role: 'EMPLOYEE' }]);
});

it('creates no session for the same subject of another issuer', async () => {
  const { member } = await buildWorld();
  await signInWithGoogle(new Browser(test.app), { email: member.email, subject: 'same-number' });
  const elsewhere = await startGoogle();
  const there = await testApp({ dependencies: { identity: elsewhere.identity } });
  expect(
    (await signInWithGoogle(new Browser(there.app), { email: 'x@people.example', subject: 'same-number' }))
      .error,
  ).toMatchObject({
    code: 'google.no_account',
    message:
      'There is no account for this Google address. Ask your business for an invitation, or get started.',
  });
  await there.close();
  await elsewhere.close();
});

async function buildWorld(): Promise<World> {
  count += 1;
  const clinic = await buildTenant(test);
  const invited = `invited${count}@people.example`;
  await buildInvitation(test, clinic, invited);
  return { clinic, invited, member: await buildPerson(test, clinic) };
}

async function readNote(reply: BrowserReply): Promise<unknown> {
  const requestId = String(reply.headers['x-request-id']);
  const row = await asPlatform(test, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow(),
  );
  expect(row.action).toBe('session.refused');
  return row.detail;
}

async function readOwner(browser: Browser): Promise<unknown> {
  const payload = browser.accessToken?.split('.')[1] ?? '';
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: unknown }).sub;
}
