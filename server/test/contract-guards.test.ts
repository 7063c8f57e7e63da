import type { AnyEndpoint } from '@samay/contract/core/endpoint';
import { permissionsIn, Role } from '@samay/contract/core/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testApp, type TestApp } from './fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import { type Calendars, openCalendars } from './fixtures/third-parties/calendar.ts';
import { type TestPaymentProvider, startPaymentProvider } from './fixtures/third-parties/payment-provider.ts';
import { openWhatsApp, type WhatsAppParty } from './fixtures/third-parties/whatsapp.ts';
import { Client } from './fixtures/client.ts';
import { readAudit, rowVersions } from './fixtures/rows.ts';
import { isFull } from './fixtures/invariants/invariant.ts';
import { type EndpointName, everyEndpoint, sendSample, statusOf } from './fixtures/samples.ts';
import type { Sample } from './fixtures/samples/sample.ts';
import { sampleFor } from './fixtures/samples/sample-world.ts';

// T-1.1, T-1.2 and T-2.11, for every endpoint of the contract: no session, a role without the
// permission, and fields that the caller must not set.

/** The public endpoints, with the reasons. */
const publicBecause: Partial<Record<EndpointName, string>> = {
  signIn: 'it starts a session',
  refreshSession: 'the cookie proves the session when the access token is gone',
  signOut: 'signing out twice is no error',
  beginGoogleSignIn: 'it starts a session',
  completeGoogleSignIn: 'Google identifies the person, and a cookie binds the callback to this browser',
  listPlans: 'prices are public',
  orderSignUp: 'a new business has no person yet',
  returnFromCheckout: "the payment provider's page sends the browser here, without our cookies",
  verifyPayment: 'the signature is the proof',
  receivePaymentEvent: 'the signature is the proof',
  receiveSmsReport: 'the secret of its address is the proof',
  requestPasswordRecovery: 'a person without their password cannot sign in',
  getStarted: 'a new business has no person yet',
  openMailedLink: 'the link is the proof',
  setPassword: 'the link is the proof',
  openArchive: 'the link is signed, and the session cookie is checked',
  openFile: 'the link is signed, and the session cookie is checked',
  getLive: 'operators call it without an account',
  getReady: 'operators call it without an account',
};

/**
 * The changes that people of a suspended business may make, with the reasons. Every other request
 * but GET is refused to them.
 */
const suspendedBecause: Partial<Record<EndpointName, string>> = {
  raiseAssurance: 'it authenticates the person',
  startEnrolment: 'it protects their own account',
  confirmEnrolment: 'it protects their own account',
  renewRecoveryCodes: 'it protects their own account',
  endSession: 'a lost device must be signed out in any case',
  endOtherSessions: 'as above',
  deleteAccount: 'a person may always leave',
  linkPrescription: 'it only reads: the link shows a file',
};

/**
 * The platform endpoints that need no reason, and why not. Every other one is refused until the
 * super admin has given a reason.
 */
const withoutReasonBecause: Partial<Record<EndpointName, string>> = {
  getOverview: 'it returns counts',
  getAnalytics: 'it returns counts',
  getSystemStatus: 'it returns counts, beside names of businesses as the list of them shows them',
  replayDeliveries: 'it returns a count, and the audit log names the person',
  listTenants: 'email addresses are masked, and found only by a full address',
  giveReason: 'it gives the reason',
  addTenant: 'the business does not exist yet',
  deleteTenant: 'its name must be typed, and the audit log names the person',
  restoreTenant: 'it restores data',
  endUserSessions: 'a lost device; the response is masked',
  removeUserFactor: 'a lost phone; the response is masked, and the audit log names the person',
  deleteUser: 'the response is masked, and the audit log names the person',
  restoreUser: 'it restores data, and the response is masked',
  listPlatformPlans: 'it concerns plans',
  changePlanTerms: 'it concerns plans',
  listPlatformSubscriptions: 'it names businesses and no people',
  listPlatformPayments: 'email addresses are masked',
  listUnplacedPayments: 'email addresses are masked',
};

/**
 * The forbidden fields that an endpoint accepts, because it checks them or uses them as a filter.
 */
const acceptedFields: Partial<Record<EndpointName, string[]>> = {
  listAppointments: ['status'],
  // The reference of a payment, such as a UTR.
  takePayment: ['reference'],
  takeAll: ['reference'],
  refundPayment: ['reference'],
  takeAdvance: ['reference'],
  refundAdvance: ['reference'],
  correctPayment: ['reference'],
  orderSignUp: ['plan'],
  orderUpgrade: ['plan'],
  verifyPayment: ['plan'],
  checkOnboarding: ['userId'],
  inviteStaff: ['role'],
  changeRole: ['role'],
  inviteTenantStaff: ['role'],
  changeTenantRole: ['role'],
  listTenants: ['status', 'plan'],
  addTenant: ['plan'],
  changeTenantPlan: ['plan'],
  changeTenantStatus: ['status'],
  listTenantAppointments: ['status'],
  listPlatformUsers: ['role', 'status'],
  listPlatformSubscriptions: ['status', 'plan'],
};

/** Fields that a caller must not set. */
const forbiddenFields = [
  'tenant_id',
  'tenantId',
  'user_id',
  'userId',
  'role',
  'status',
  'amount_paise',
  'plan',
  'activated_at',
  'id',
  'reference',
  'created_at',
];

const roles = Role.options.filter((role) => role !== 'SUPER_ADMIN');
const types = ['doctor', 'turf'] as const;
const clinicRoles = roles.map((role) => [role, 'doctor'] as const);
const members = [...clinicRoles, ...roles.map((role) => [role, 'turf'] as const)];

let app: TestApp;
let desk: TestPaymentProvider;
let calendars: Calendars;
let whatsApp: WhatsAppParty;
const tenants: Record<string, BuiltTenant> = {};
const people: Record<string, Client> = {};

beforeAll(async () => {
  desk = await startPaymentProvider();
  calendars = await openCalendars();
  whatsApp = await openWhatsApp();
  app = await testApp({
    dependencies: {
      payments: desk.provider,
      openAccount: desk.openAccount,
      calendar: calendars.provider,
      whatsApp: whatsApp.provider,
    },
  });
  for (const businessType of types)
    tenants[businessType] = await buildTenant(app, { businessType, plan: 'enterprise' });
  for (const [role, type] of members)
    people[`${role} ${type}`] = await signInAs(app, tenants[type] ?? null, role);
  tenants['suspended'] = await buildTenant(app, { status: 'suspended', plan: 'enterprise' });
  tenants['fresh'] = await buildTenant(app, { onboarded: false });
  people['suspended'] = await signInAs(app, tenants['suspended'], 'BUSINESS_OWNER');
  people['super admin'] = await signInAs(app, null, 'SUPER_ADMIN');
  people['super admin without a reason'] = await signInAs(app, null, 'SUPER_ADMIN');
  people['without a business'] = await signInAs(app, null, null);
  people['before onboarding'] = await signInAs(app, tenants['fresh'], 'BUSINESS_OWNER');
});
afterAll(async () => {
  await app.close();
  await desk.close();
  await calendars.close();
  await whatsApp.close();
});

it('makes only the listed endpoints public [P-1.3, T-1.2]', () => {
  const open = everyEndpoint.filter(([, { access }]) => access === 'public').map(([name]) => name);
  expect(open.toSorted()).toEqual(Object.keys(publicBecause).toSorted());
});

const guarded = everyEndpoint.filter(([, { access }]) => access !== 'public');
const permitted = guarded.filter(([, { access }]) => access !== 'session');

describe.each(permitted)('%s', (name, endpoint) => {
  const mayNot = chooseSample(
    endpoint,
    members.filter(
      ([role, type]) => !permissionsIn(role, type).some((permission) => permission === endpoint.access),
    ),
  );
  const may = chooseSample(
    endpoint,
    clinicRoles.filter(([role]) =>
      permissionsIn(role, 'doctor').some((permission) => permission === endpoint.access),
    ),
  );
  const isPlatform = endpoint.access === 'platform.manage';
  const outsiders = [...(isPlatform ? [] : ['super admin']), 'without a business', 'before onboarding'];

  it('refuses roles without the permission, and writes the attempt to the audit log [P-1.3, T-1.2]', async () => {
    // One set of ids for all requests, since none gets as far as to change a row; but cookies
    // belong to one person.
    const shared = await sampleFor(
      app,
      name,
      clinic(),
      person(isPlatform ? 'super admin' : 'BUSINESS_OWNER doctor'),
    );
    const attempts: [string, Sample][] = [];
    for (const who of [...mayNot.map(([role, type]) => `${role} ${type}`), ...outsiders])
      attempts.push([who, shared.headers ? await sampleFor(app, name, clinic(), person(who)) : shared]);
    const before = await rowVersions(app);
    for (const [who, sample] of attempts) {
      const refused = await sendSample(person(who), endpoint, sample);
      expect([who, refused.status, refused.error?.code]).toEqual([who, 403, 'access.denied']);
      const rows = await readAudit(app, refused.error?.requestId);
      expect(rows.map(({ action, object }) => `${action} ${object}`)).toEqual([
        `access.denied ${endpoint.access}`,
      ]);
    }
    expect(await rowVersions(app)).toBe(before);
  });

  it('answers roles with the permission [P-1.3]', async () => {
    const holders = isPlatform ? ['super admin'] : may.map(([role]) => `${role} doctor`);
    expect(holders.length).toBeGreaterThan(0);
    for (const role of holders) {
      const client = person(role);
      const answered = await sendSample(client, endpoint, await sampleFor(app, name, clinic(), client));
      expect([role, answered.status, answered.error]).toEqual([role, statusOf(endpoint), undefined]);
      if (endpoint.reply) expect(endpoint.reply.safeParse(answered.body).error).toBeUndefined();
    }
  });
});

/**
 * Returns all bodies for the first endpoint of a permission, and one in turn for each other: the
 * permission decides, not the endpoint. A full run has all for each.
 */
function chooseSample<Member>(endpoint: AnyEndpoint, all: readonly Member[]): readonly Member[] {
  const at = permitted
    .filter(([, { access }]) => access === endpoint.access)
    .findIndex(([, other]) => other === endpoint);
  return isFull || at === 0 ? all : all.slice(at % all.length, (at % all.length) + 1);
}

it('requires a reason of a super admin except where the list says why not [P-14.5, T-2.12]', () => {
  const without = everyEndpoint.filter(
    ([, { access, needsReason }]) => access === 'platform.manage' && !needsReason,
  );
  expect(without.map(([name]) => name).toSorted()).toEqual(Object.keys(withoutReasonBecause).toSorted());
});

// A super admin has no business that could be suspended, and a stream does not end.
const ofMembers = guarded.filter(
  ([, { access, transport }]) => access !== 'platform.manage' && transport !== 'events',
);

describe.each(ofMembers)('%s', (name, endpoint) => {
  it('lets a suspended business read and not write [P-1.9, P-1.10]', async () => {
    const tenant = tenants['suspended'] ?? clinic();
    const mayChange = name in suspendedBecause;
    // Uses another person for each change: deleteAccount would close a shared account.
    const client = mayChange ? await signInAs(app, tenant, 'BUSINESS_OWNER') : person('suspended');
    const sample = await sampleFor(app, name, tenant, client);
    const before = await rowVersions(app);
    const answered = await sendSample(client, endpoint, sample);
    const isRejected = endpoint.method !== 'GET' && !mayChange;
    expect([answered.status < 400, answered.error?.code]).toEqual(
      isRejected ? [false, 'tenant.suspended'] : [true, undefined],
    );
    if (!mayChange) expect(await rowVersions(app)).toBe(before);
  });
});

describe('a person who belongs to no business', () => {
  it.each(['super admin', 'without a business'])('receives no live changes (%s) [P-5.19]', async (who) => {
    const refused = await sendSample(person(who), openLiveEndpoint(), {});
    expect([refused.status, refused.error?.code]).toEqual([403, 'tenant.missing']);
  });
});

describe.each(everyEndpoint)('%s', (name, endpoint) => {
  it('refuses unknown fields in query and body, no session and no reason, and changes nothing [T-1.1, T-1.2]', async () => {
    const client = person(endpoint.access === 'platform.manage' ? 'super admin' : 'BUSINESS_OWNER doctor');
    const sample = await sampleFor(app, name, clinic(), client);
    const before = await rowVersions(app, { withBookkeeping: true });
    await expectUnknownRefused(name, endpoint, client, sample);
    if (endpoint.access !== 'public') await expectSessionRequired(endpoint, client, sample);
    if (endpoint.needsReason) {
      // Another session has given the reason. A reason is valid only in its own session.
      const refused = await sendSample(person('super admin without a reason'), endpoint, sample);
      expect([refused.status, refused.error?.code]).toEqual([428, 'platform.reason_needed']);
    }
    expect(await rowVersions(app, { withBookkeeping: true })).toBe(before);
  });

  it('accepts only the listed ones of the forbidden fields [T-1.1]', () => {
    const known = [endpoint.query, endpoint.body].flatMap((part) => (part ? getNames(part) : []));
    expect(forbiddenFields.filter((field) => known.includes(field))).toEqual(acceptedFields[name] ?? []);
  });
});

async function expectUnknownRefused(
  name: EndpointName,
  endpoint: AnyEndpoint,
  client: Client,
  sample: Sample,
): Promise<void> {
  // The response names every unknown field, so one request tries them all.
  const fields = forbiddenFields.filter((field) => !acceptedFields[name]?.includes(field));
  for (const forged of forgedWith(endpoint, sample, fields)) {
    const refused = await sendSample(client, endpoint, forged);
    expect([refused.status, refused.error?.code]).toEqual([400, 'request.invalid']);
    expect(refused.error?.fields).toMatchObject(
      Object.fromEntries(fields.map((field) => [field, 'This field is not known here'])),
    );
  }
}

async function expectSessionRequired(
  endpoint: AnyEndpoint,
  { identity }: Client,
  sample: Sample,
): Promise<void> {
  const anonymous = await sendSample(new Client(app.app), endpoint, sample);
  expect([anonymous.status, anonymous.error?.code]).toEqual([401, 'session.required']);
  const withoutDevice = await sendSample(new Client(app.app), endpoint, {
    ...sample,
    headers: { authorization: `Bearer ${identity?.accessToken}` },
  });
  expect([withoutDevice.status, withoutDevice.error?.code]).toEqual([401, 'session.required']);
  const forged = `${identity?.accessToken.slice(0, -8)}AAAAAAAA`;
  const withForged = await sendSample(new Client(app.app), endpoint, {
    ...sample,
    headers: { authorization: `Bearer ${forged}`, cookie: `samay-device=${identity?.device}` },
  });
  expect([withForged.status, withForged.error?.code]).toEqual([401, 'token.invalid_signature']);
}

function forgedWith(endpoint: AnyEndpoint, sample: Sample, fields: string[]): Sample[] {
  const forged = Object.fromEntries(
    fields.map((field) => [field, field.endsWith('d') ? clinic().id : 'completed']),
  );
  const inQuery = { ...sample, query: { ...sample.query, ...forged } };
  // A third party's request is signed as a whole and parsed by its handler.
  const isThirdParty = endpoint.transport === 'form' || endpoint.transport === 'raw';
  if (endpoint.method === 'GET' || sample.upload || isThirdParty) return [inQuery];
  return [inQuery, { ...sample, body: { ...sample.body, ...forged } }];
}

function getNames(schema: z.ZodType): string[] {
  return Object.keys(
    (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ??
      {},
  );
}

function openLiveEndpoint(): AnyEndpoint {
  const [, endpoint] = everyEndpoint.find(([name]) => name === 'openLive') ?? [];
  if (!endpoint) throw new Error('the contract has no openLive');
  return endpoint;
}

function clinic(): BuiltTenant {
  if (!tenants['doctor']) throw new Error('the clinic is not built yet');
  return tenants['doctor'];
}

function person(who: string): Client {
  const client = people[who];
  if (!client) throw new Error(`nobody is ${who}`);
  return client;
}
