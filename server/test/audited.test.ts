import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from './fixtures/app.ts';
import { Browser, buildPerson } from './fixtures/browser.ts';
import { buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import { type Calendars, openCalendars } from './fixtures/third-parties/calendar.ts';
import { type CashDesk, openCashDesk } from './fixtures/third-parties/payment-provider.ts';
import type { Client } from './fixtures/client.ts';
import { printInvariant } from './fixtures/invariants/invariant.ts';
import { auditOf } from './fixtures/rows.ts';
import { type EndpointName, everyEndpoint, newAppointment, sendSample, statusOf } from './fixtures/samples.ts';
import { sampleFor } from './fixtures/samples/sample-world.ts';
import { testEngine } from './fixtures/database.ts';

// I24: each change leaves exactly one row in the audit log, in its own transaction.

/** What a success of each changing endpoint is called; null where nothing is noted, and why. */
const actions: Partial<Record<EndpointName, string | null>> = {
  signIn: 'session.started',
  signOut: 'session.ended',
  beginGoogleSignIn: null, // nobody is anybody yet
  completeGoogleSignIn: 'session.started',
  unlinkGoogle: 'identity.unlinked',
  refreshSession: null, // the session stays what it is, only its secret is renewed; a reuse is noted
  raiseAssurance: 'session.assured',
  startEnrolment: null, // counts for nothing until it is confirmed
  confirmEnrolment: 'factor.enabled',
  removeSecondFactor: 'factor.disabled',
  renewRecoveryCodes: 'recovery_codes.renewed',
  endSession: 'session.ended',
  endOtherSessions: 'sessions.ended',
  changeProfile: 'profile.changed',
  completeOnboarding: 'onboarding.completed',
  changeBusinessProfile: 'business_profile.changed',
  requestPasswordRecovery: null, // changes nothing yet, and must not tell whether there is an account
  getStarted: null, // as above
  openMailedLink: null, // changes nothing
  setPassword: 'password.set',
  createAppointment: 'appointment.created',
  correctAppointment: 'appointment.corrected',
  rescheduleAppointment: 'appointment.rescheduled',
  cancelAppointment: 'appointment.cancelled',
  completeAppointment: 'appointment.completed',
  markNoShow: 'appointment.no_show',
  reopenAppointment: 'appointment.reopened',
  undoCompletion: 'appointment.completion_undone',
  markArrived: 'appointment.arrived',
  undoArrival: 'appointment.arrival_undone',
  uploadPrescription: 'prescription.uploaded',
  inviteStaff: 'invitation.created',
  resendInvitation: 'invitation.sent_again',
  cancelInvitation: 'invitation.cancelled',
  changeRole: 'staff.role_changed',
  removeMember: 'staff.removed',
  inviteTenantStaff: 'invitation.created',
  resendTenantInvitation: 'invitation.sent_again',
  cancelTenantInvitation: 'invitation.cancelled',
  changeTenantRole: 'staff.role_changed',
  removeTenantMember: 'staff.removed',
  beginCalendarConnection: null, // connects nothing yet
  completeCalendarConnection: 'calendar.connected',
  disconnectCalendar: 'calendar.disconnected',
  addMissingEvents: 'calendar.events_added',
  changeWebhooks: 'webhook.changed',
  renewWebhookSecret: 'webhook.secret_renewed',
  testWebhook: 'webhook.tested',
  retryDeliveries: 'delivery.retried',
  changeBookingMails: 'booking_mails.changed',
  dismissSetupChecklist: null, // what a person's own screen shows
  restoreSetupChecklist: null, // as above
  orderSignUp: 'payment.ordered',
  orderUpgrade: 'payment.ordered',
  returnFromCheckout: null, // leads the browser on, and decides nothing
  verifyPayment: 'payment.granted',
  receivePaymentEvent: null, // kept as it is; what it grants is noted when it is acted on
  addTenant: 'tenant.added',
  changeTenantPlan: 'subscription.changed',
  changeTenantStatus: 'tenant.status_changed',
  giveReason: 'platform.reason_given',
  deleteTenant: 'tenant.deleted',
  restoreTenant: 'tenant.restored',
  endUserSessions: 'person.signed_out',
  deleteUser: 'account.deleted',
  restoreUser: 'account.restored',
  changePlanTerms: 'plan.changed',
  deleteAccount: 'account.deleted',
  linkPrescription: null, // a link changes nothing; opening it is noted
};

interface Doer {
  readonly client: Client;
  readonly tenant: BuiltTenant;
}

/** Who does it, where the owner of a business that is set up may not. */
const doers: Partial<Record<EndpointName, () => Promise<Doer>>> = {
  deleteAccount: async () => ownerOf(await buildTenant(app)),
  completeOnboarding: async () => ownerOf(await buildTenant(app, { onboarded: false })),
};

/** Rows that stand beside it, since it does more than one thing. */
const beside: Partial<Record<EndpointName, string[]>> = { deleteAccount: ['sessions.ended'] };

/** What it is done to, where that is neither the id in the address nor the one in the answer. */
const objects: Partial<Record<EndpointName, (doer: Doer) => string>> = {
  raiseAssurance: ({ client }) => client.identity?.sessionId ?? '',
  confirmEnrolment: ({ client }) => client.identity?.userId ?? '',
  removeSecondFactor: ({ client }) => client.identity?.userId ?? '',
  renewRecoveryCodes: ({ client }) => client.identity?.userId ?? '',
  endOtherSessions: ({ client }) => client.identity?.userId ?? '',
  unlinkGoogle: ({ client }) => client.identity?.userId ?? '',
  changeProfile: ({ client }) => client.identity?.userId ?? '',
  deleteAccount: ({ client }) => client.identity?.userId ?? '',
  completeOnboarding: ({ tenant }) => tenant.id,
  changeBusinessProfile: ({ tenant }) => tenant.id,
  completeCalendarConnection: ({ tenant }) => tenant.id,
  disconnectCalendar: ({ tenant }) => tenant.id,
  addMissingEvents: ({ tenant }) => tenant.id,
  changeWebhooks: ({ tenant }) => tenant.id,
  renewWebhookSecret: ({ tenant }) => tenant.id,
  testWebhook: ({ tenant }) => tenant.id,
  retryDeliveries: ({ tenant }) => tenant.id,
  changeBookingMails: ({ tenant }) => tenant.id,
  orderUpgrade: () => 'enterprise',
};

const changing = everyEndpoint.filter(([, { method }]) => method !== 'GET');
const withSession = changing.filter(([, { access }]) => access !== 'public');

let app: TestApp;
let desk: CashDesk;
let calendars: Calendars;
let clinic: BuiltTenant;
let owner: Client;
let superAdmin: Client;
let right = 0;
beforeAll(async () => {
  desk = await openCashDesk();
  calendars = await openCalendars();
  app = await testApp({ dependencies: { payments: desk.provider, calendar: calendars.provider } });
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  superAdmin = await signInAs(app, null, 'SUPER_ADMIN');
});
afterAll(async () => {
  printInvariant({
    id: 'I24',
    driver: testEngine,
    n: withSession.length,
    violations: withSession.length - right,
    what: 'one audit row for each change',
  });
  await app.close();
  await desk.close();
  await calendars.close();
});

it('says for every endpoint that changes something what it is called', () => {
  expect(Object.keys(actions).toSorted()).toEqual(changing.map(([name]) => name).toSorted());
});

describe.each(withSession)('%s', (name, endpoint) => {
  it('leaves one row for a success', async () => {
    const isPlatform = endpoint.access === 'platform.manage';
    const doer = (await doers[name]?.()) ?? { client: isPlatform ? superAdmin : owner, tenant: clinic };
    const sample = await sampleFor(app, name, doer.tenant, doer.client);
    const done = await sendSample(doer.client, endpoint, sample);
    expect(done.status).toBe(statusOf(endpoint));
    const action = actions[name];
    const object = objects[name]?.(doer) ?? sample.params?.['id'] ?? (done.body as { id: string }).id;
    // What the platform does stands in the log of the business that it is done to.
    const tenantId: unknown = isPlatform ? expect.any(String) : doer.tenant.id;
    const noted = (await auditOf(app, done.headers['x-request-id'])).filter((row) => !beside[name]?.includes(row.action));
    expect(noted).toEqual(action ? [{ tenant_id: tenantId, action, object }] : []);
    right += 1;
  });

  it('leaves none for what was refused', async () => {
    const caller = endpoint.access === 'platform.manage' ? superAdmin : owner;
    const refused = await sendSample(caller, endpoint, { ...(await sampleFor(app, name, clinic, owner)), query: { nonsense: '1' } });
    expect(refused.status).toBe(400);
    expect(await auditOf(app, refused.headers['x-request-id'])).toEqual([]);
  });
});

describe('the session', () => {
  it('is noted when it begins, when it ends, and when a password was wrong', async () => {
    const person = await buildPerson(app, clinic);
    const browser = new Browser(app.app, { address: '203.0.113.24' });
    const wrong = await browser.signIn(person.email, 'wrong password');
    expect(wrong.status).toBe(401);
    const started = await browser.signIn(person.email, person.password);
    const refreshed = await browser.refresh();
    const ended = await browser.signOut();
    const actionsOf = async (reply: { headers: Record<string, unknown> }) =>
      (await auditOf(app, reply.headers['x-request-id'])).map(({ tenant_id: tenant, action }) => [tenant === clinic.id, action]);
    expect(await actionsOf(wrong)).toEqual([[true, 'session.refused']]);
    expect(await actionsOf(started)).toEqual([[true, 'session.started']]);
    expect(await actionsOf(refreshed)).toEqual([]);
    expect(await actionsOf(ended)).toEqual([[true, 'session.ended']]);
  });
});

it('notes once what was sent twice under one key, and nothing that was rolled back', async () => {
  const create = everyEndpoint.find(([name]) => name === 'createAppointment')?.[1];
  if (!create) throw new Error('there is no way to book');
  const idempotencyKey = 'audited-once-1';
  const [first, again] = [
    await owner.send(create, { body: newAppointment, idempotencyKey }),
    await owner.send(create, { body: newAppointment, idempotencyKey }),
  ];
  expect(again?.body).toEqual(first?.body);
  expect(await auditOf(app, first?.headers['x-request-id'])).toHaveLength(1);
  expect(await auditOf(app, again?.headers['x-request-id'])).toEqual([]);
  const mismatch = await owner.send(create, { body: { ...newAppointment, time: '13:00' }, idempotencyKey });
  expect(mismatch.status).toBe(422);
  expect(await auditOf(app, mismatch.headers['x-request-id'])).toEqual([]);
});

async function ownerOf(tenant: BuiltTenant): Promise<Doer> {
  return { tenant, client: await signInAs(app, tenant, 'BUSINESS_OWNER') };
}
