import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlatform } from '../src/db/tenant.ts';
import { testApp, type TestApp } from './fixtures/app.ts';
import { Browser, buildPerson } from './fixtures/browser.ts';
import { buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import { type Calendars, openCalendars } from './fixtures/third-parties/calendar.ts';
import { openWhatsApp, type WhatsAppParty } from './fixtures/third-parties/whatsapp.ts';
import { type TestPaymentProvider, startPaymentProvider } from './fixtures/third-parties/payment-provider.ts';
import type { Client } from './fixtures/client.ts';
import { printInvariant } from './fixtures/invariants/invariant.ts';
import { readAudit } from './fixtures/rows.ts';
import {
  type EndpointName,
  everyEndpoint,
  newAppointment,
  sendSample,
  statusOf,
} from './fixtures/samples.ts';
import { sampleFor } from './fixtures/samples/sample-world.ts';
import { testEngine } from './fixtures/database.ts';

// I-24: each change writes exactly one row to the audit log, in its own transaction.

/**
 * The audit action of each endpoint that changes data. Null where nothing is written, with the
 * reason.
 */
const actions: Partial<Record<EndpointName, string | null>> = {
  signIn: 'session.started',
  signOut: 'session.ended',
  beginGoogleSignIn: null, // the person is not known yet
  completeGoogleSignIn: 'session.started',
  unlinkGoogle: 'identity.unlinked',
  refreshSession: null, // only the session's token is renewed; a reuse of a spent token is written
  raiseAssurance: 'session.assured',
  startEnrolment: null, // has no effect until it is confirmed
  confirmEnrolment: 'factor.enabled',
  removeSecondFactor: 'factor.disabled',
  renewRecoveryCodes: 'recovery_codes.renewed',
  endSession: 'session.ended',
  endOtherSessions: 'sessions.ended',
  changeProfile: 'profile.changed',
  completeOnboarding: 'onboarding.completed',
  changeBusinessProfile: 'business_profile.changed',
  requestPasswordRecovery: null, // changes nothing yet, and must not reveal whether the account exists
  getStarted: null, // as above
  openMailedLink: null, // changes nothing
  setPassword: 'password.set',
  addResource: 'resource.added',
  changeResource: 'resource.changed',
  orderResources: 'resource.ordered',
  addPart: 'resource.part_added',
  archiveResource: 'resource.archived',
  restoreResource: 'resource.restored',
  mergeResource: 'resource.merged',
  addService: 'service.added',
  changeService: 'service.changed',
  orderServices: 'service.ordered',
  archiveService: 'service.archived',
  restoreService: 'service.restored',
  setOverbooking: 'overbooking.changed',
  setBusinessHours: 'hours.changed',
  setResourceHours: 'hours.changed',
  addHourException: 'hours.closure_added',
  addClosing: 'closing.made',
  continueClosing: null, // each booking that it changes is written as a change of its own
  undoClosing: 'closing.undone',
  setClosingRules: 'closing.rules_changed',
  endOwnLinks: 'appointment.links_ended',
  setOwnRules: 'business_profile.own_booking_rules_changed',
  setWaitingRoom: 'business_profile.waiting_room_changed',
  setBoard: 'business_profile.board_changed',
  endBoardAddress: 'business_profile.board_address_ended',
  setOnlineBooking: 'business_profile.online_booking_changed',
  confirmRequest: 'appointment.created',
  declineRequest: 'booking_request.declined',
  retryOnlineRefund: 'money.refund_retried',
  noteOnlineRefund: 'money.refund_noted',
  removeHourException: 'hours.closure_removed',
  createAppointment: 'appointment.created',
  correctAppointment: 'appointment.corrected',
  makePaper: 'paper.made',
  dismissCredit: 'appointment.credit_dismissed',
  setPaperSettings: 'paper.settings_changed',
  setServiceTax: 'service.tax_changed',
  changeBusinessDetails: 'business_profile.details_changed',
  addExpense: 'drawer.expense_noted',
  moveCash: 'drawer.cash_moved',
  countOpening: 'drawer.opening_counted',
  countDrawer: 'drawer.counted',
  closeDrawer: 'drawer.closed',
  reopenDrawer: 'drawer.reopened',
  setDrawerRules: 'drawer.rules_changed',
  takePayment: 'money.taken',
  takeAll: 'money.taken',
  refundPayment: 'money.kept_as_advance',
  voidPayment: 'money.voided',
  correctPayment: 'money.corrected',
  addCharge: 'money.charge_added',
  removeCharge: 'money.charge_removed',
  setChargeList: 'money.charge_list_changed',
  setDiscount: 'money.discounted',
  takeAdvance: 'money.advance_taken',
  refundAdvance: 'money.advance_refunded',
  voidAdvance: 'money.voided',
  setMoneyLock: 'money.locked',
  setMoneyRules: 'money.rules_changed',
  rescheduleAppointment: 'appointment.rescheduled',
  cancelAppointment: 'appointment.cancelled',
  undoCancel: 'appointment.uncancelled',
  completeAppointment: 'appointment.completed',
  markNoShow: 'appointment.no_show',
  reopenAppointment: 'appointment.reopened',
  reopenAppointmentAt: 'appointment.reopened',
  previewSeries: null, // writes nothing
  createSeries: 'appointment.created',
  moveSeries: 'appointment.rescheduled',
  cancelSeries: 'appointment.cancelled',
  undoCompletion: 'appointment.completion_undone',
  markComing: 'appointment.coming',
  undoComing: 'appointment.coming_undone',
  markArrived: 'appointment.arrived',
  undoArrival: 'appointment.arrival_undone',
  noteDelay: 'appointment.delayed',
  undoDelay: 'appointment.delay_undone',
  correctPerson: 'people.corrected',
  mergePeople: 'people.merged',
  undoMerge: 'people.merge_undone',
  markRepliesRead: 'appointment.replies_read',
  changePersonNotices: 'people.notices_ended',
  setLateness: 'resource.late',
  endLateness: 'resource.on_time',
  callPerson: 'appointment.called',
  skipPerson: 'appointment.skipped',
  undoSkip: 'appointment.skip_undone',
  startVisit: 'appointment.started',
  undoStart: 'appointment.start_undone',
  uploadPrescription: 'prescription.uploaded',
  writeNote: 'note.written',
  addWhatsAppMessage: 'whatsapp.opened',
  undoWhatsAppMessage: 'whatsapp.undone',
  setWhatsAppLanguage: 'whatsapp.language_changed',
  setWhatsAppWords: 'whatsapp.words_changed',
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
  changeReminders: 'notice_settings.changed',
  changeWhatsApp: 'notice_settings.whatsapp_changed',
  changeSmsSettings: 'notice_settings.sms_changed',
  changeOnlineAccount: 'online_account.changed',
  changeChannelOrder: 'notice_settings.order_changed',
  connectWhatsAppNumber: 'notice_settings.number_connected',
  removeWhatsAppNumber: 'notice_settings.number_removed',
  receiveSmsReport: null, // of a provider, about a message that no one has sent here
  changeUpi: 'business_profile.upi_changed',
  skipSetupStep: null, // a display setting of one person
  dismissSetupChecklist: null, // as above
  restoreSetupChecklist: null, // as above
  orderSignUp: 'payment.ordered',
  orderUpgrade: 'payment.ordered',
  returnFromCheckout: null, // redirects the browser, and changes nothing
  verifyPayment: 'payment.granted',
  receivePaymentEvent: null, // stores the event; granting its payment is written when it is processed
  addTenant: 'tenant.added',
  changeTenantLimit: 'subscription.limit_changed',
  extendFirstDays: 'subscription.days_extended',
  changeTenantPlan: 'subscription.changed',
  changeTenantStatus: 'tenant.status_changed',
  giveReason: 'platform.reason_given',
  deleteTenant: 'tenant.deleted',
  restoreTenant: 'tenant.restored',
  endUserSessions: 'person.signed_out',
  removeUserFactor: 'factor.removed_by_platform',
  deleteUser: 'account.deleted',
  restoreUser: 'account.restored',
  changePlanTerms: 'plan.changed',
  replayDeliveries: 'delivery.retried',
  deleteAccount: 'account.deleted',
  askForArchive: 'archive.asked',
  addImport: 'import.added',
  recogniseImport: null, // nothing of the file is kept
  chooseImportWords: 'import.words_chosen',
  startImport: 'import.started',
  undoImport: 'import.undo_started',
  makeArchiveLink: null, // a link changes nothing; opening it is written
  linkPrescription: null, // a link changes nothing; opening it is written
};

interface Actor {
  readonly client: Client;
  readonly tenant: BuiltTenant;
}

/** The actors of endpoints that the shared owner cannot call. */
const actors: Partial<Record<EndpointName, () => Promise<Actor>>> = {
  deleteAccount: async () => ownerOf(await buildTenant(app)),
  completeOnboarding: async () => ownerOf(await buildTenant(app, { onboarded: false })),
};

/** Further rows of endpoints that make more than one change. */
const furtherActions: Partial<Record<EndpointName, string[]>> = {
  deleteAccount: ['sessions.ended'],
  addClosing: ['hours.closure_added'],
};

/** The endpoints that change several bookings: one row for each. */
const ofSeveral: readonly EndpointName[] = ['createSeries', 'moveSeries', 'cancelSeries', 'takeAll'];

/** The object of the row, if it is neither the id in the path nor the id in the response. */
const objects: Partial<Record<EndpointName, (actor: Actor, body: unknown) => string>> = {
  replayDeliveries: () => 'outbox',
  askForArchive: (_, body) => (body as { archive: { id: string } }).archive.id,
  orderResources: ({ tenant }) => tenant.id,
  orderServices: ({ tenant }) => tenant.id,
  setOverbooking: ({ tenant }) => tenant.id,
  setMoneyLock: ({ tenant }) => tenant.id,
  setChargeList: ({ tenant }) => tenant.id,
  setMoneyRules: ({ tenant }) => tenant.id,
  countDrawer: ({ client }) => client.identity?.userId ?? '',
  setDrawerRules: ({ tenant }) => tenant.id,
  setClosingRules: ({ tenant }) => tenant.id,
  setOwnRules: ({ tenant }) => tenant.id,
  setWaitingRoom: ({ tenant }) => tenant.id,
  setBoard: ({ tenant }) => tenant.id,
  endBoardAddress: ({ tenant }) => tenant.id,
  setOnlineBooking: ({ tenant }) => tenant.id,
  confirmRequest: (_, body) => (body as { request: { appointmentId: string } }).request.appointmentId,
  addClosing: (_, body) => (body as { id: string }).id,
  makePaper: (_, body) => (body as { id: string }).id,
  setPaperSettings: ({ tenant }) => tenant.id,
  changeBusinessDetails: ({ tenant }) => tenant.id,
  setWhatsAppLanguage: ({ tenant }) => tenant.id,
  setWhatsAppWords: ({ tenant }) => tenant.id,
  setBusinessHours: ({ tenant }) => tenant.id,
  addHourException: (_, body) => (body as { exception: { id: string } }).exception.id,
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
  changeReminders: ({ tenant }) => tenant.id,
  changeWhatsApp: ({ tenant }) => tenant.id,
  changeSmsSettings: ({ tenant }) => tenant.id,
  changeOnlineAccount: ({ tenant }) => tenant.id,
  changeChannelOrder: ({ tenant }) => tenant.id,
  connectWhatsAppNumber: ({ tenant }) => tenant.id,
  removeWhatsAppNumber: ({ tenant }) => tenant.id,
  changeUpi: ({ tenant }) => tenant.id,
  orderUpgrade: () => 'enterprise',
};

const changing = everyEndpoint.filter(([, { method }]) => method !== 'GET');
const withSession = changing.filter(([, { access }]) => access !== 'public');

let app: TestApp;
let desk: TestPaymentProvider;
let calendars: Calendars;
let whatsApp: WhatsAppParty;
let clinic: BuiltTenant;
let owner: Client;
let superAdmin: Client;
let passed = 0;
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
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  superAdmin = await signInAs(app, null, 'SUPER_ADMIN');
});
afterAll(async () => {
  printInvariant({
    id: 'I-24',
    driver: testEngine,
    n: withSession.length,
    violations: withSession.length - passed,
    what: 'one audit row for each change',
  });
  await app.close();
  await desk.close();
  await calendars.close();
  await whatsApp.close();
});

it('names an action for every endpoint that changes data [I-24]', () => {
  expect(Object.keys(actions).toSorted()).toEqual(changing.map(([name]) => name).toSorted());
});

describe.each(withSession)('%s', (name, endpoint) => {
  it('writes one row for a success [I-24, P-6.22]', async () => {
    const isPlatform = endpoint.access === 'platform.manage';
    const actor = (await actors[name]?.()) ?? { client: isPlatform ? superAdmin : owner, tenant: clinic };
    const sample = await sampleFor(app, name, actor.tenant, actor.client);
    const done = await sendSample(actor.client, endpoint, sample);
    expect(done.status).toBe(statusOf(endpoint));
    const action = actions[name];
    const items = ofSeveral.includes(name)
      ? (done.body as { items: { id: string }[] }).items.map(({ id }) => id)
      : [];
    const object =
      objects[name]?.(actor, done.body) ?? sample.params?.['id'] ?? (done.body as { id: string }).id;
    const changed = ofSeveral.includes(name) ? items : [object];
    // A super admin's change is written to the audit log of the business.
    const tenantId: unknown = isPlatform ? expect.any(String) : actor.tenant.id;
    const rows = (await readAudit(app, done.headers['x-request-id'])).filter(
      (row) => !furtherActions[name]?.includes(row.action),
    );
    expect(changed.length).toBeGreaterThan(0);
    const byObject = (one: { object: string }, other: { object: string }) =>
      one.object.localeCompare(other.object);
    const expected = action ? changed.map((each) => ({ tenant_id: tenantId, action, object: each })) : [];
    expect(rows.toSorted(byObject)).toEqual(expected.toSorted(byObject));
    passed += 1;
  });

  it('writes none for a refused request [I-24]', async () => {
    const caller = endpoint.access === 'platform.manage' ? superAdmin : owner;
    const refused = await sendSample(caller, endpoint, {
      ...(await sampleFor(app, name, clinic, owner)),
      query: { nonsense: '1' },
    });
    expect(refused.status).toBe(400);
    expect(await readAudit(app, refused.headers['x-request-id'])).toEqual([]);
  });
});

it('keeps no word of a person in any row about bookings [I-24, P-15.3]', async () => {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{ word: string; detail: string }>`select word, detail from (
        select unnest(array[person_name, person_email, person_contact, doctor, payment_id, overbooked_reason]) as word
          from appointments where tenant_id = ${clinic.id}
        union select unnest(array[name, email, contact]) from patients where tenant_id = ${clinic.id}
        union select name from resources where tenant_id = ${clinic.id}
      ) as words
      join (select detail::text as detail from audit_log where tenant_id = ${clinic.id}
        and noun in ('appointment', 'prescription', 'note', 'people', 'money')) as logged
      on word <> '' and strpos(lower(detail), lower(word)) > 0`.execute(tx),
  );
  expect(rows).toEqual([]);
});

describe('the session', () => {
  it('is written when it starts, when it ends, and when a password was wrong', async () => {
    const person = await buildPerson(app, clinic);
    const browser = new Browser(app.app, { address: '203.0.113.24' });
    const wrong = await browser.signIn(person.email, 'wrong password');
    expect(wrong.status).toBe(401);
    const started = await browser.signIn(person.email, person.password);
    const refreshed = await browser.refresh();
    const ended = await browser.signOut();
    const actionsOf = async (reply: { headers: Record<string, unknown> }) =>
      (await readAudit(app, reply.headers['x-request-id'])).map(({ tenant_id: tenant, action }) => [
        tenant === clinic.id,
        action,
      ]);
    expect(await actionsOf(wrong)).toEqual([[true, 'session.refused']]);
    expect(await actionsOf(started)).toEqual([[true, 'session.started']]);
    expect(await actionsOf(refreshed)).toEqual([]);
    expect(await actionsOf(ended)).toEqual([[true, 'session.ended']]);
  });
});

it('writes one row for a request that was sent twice with one idempotency key, and none for a rollback [I-24]', async () => {
  const create = everyEndpoint.find(([name]) => name === 'createAppointment')?.[1];
  if (!create) throw new Error('the contract has no createAppointment');
  const idempotencyKey = 'audited-once-1';
  const body = { ...newAppointment, time: '16:00' };
  const [first, again] = [
    await owner.send(create, { body, idempotencyKey }),
    await owner.send(create, { body, idempotencyKey }),
  ];
  expect([first?.status, again?.status]).toEqual([201, 201]);
  expect(again?.body).toEqual(first?.body);
  expect(await readAudit(app, first?.headers['x-request-id'])).toHaveLength(1);
  expect(await readAudit(app, again?.headers['x-request-id'])).toEqual([]);
  const mismatch = await owner.send(create, { body: { ...body, time: '17:00' }, idempotencyKey });
  expect(mismatch.status).toBe(422);
  expect(await readAudit(app, mismatch.headers['x-request-id'])).toEqual([]);
});

async function ownerOf(tenant: BuiltTenant): Promise<Actor> {
  return { tenant, client: await signInAs(app, tenant, 'BUSINESS_OWNER') };
}
