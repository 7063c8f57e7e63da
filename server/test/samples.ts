import { randomUUID } from 'node:crypto';
import { deletionPhrase } from '@samay/contract/account';
import { defaultDoctor } from '@samay/contract/appointments';
import type { AnyEndpoint } from '@samay/contract/endpoint';
import { endpoints } from '@samay/contract/index';
import type { Client } from './client.ts';
import { png } from './sample-files.ts';
import { multipart } from './send-upload.ts';

export type EndpointName = keyof typeof endpoints;

/** A call that the server accepts, from a person who may make it. */
export interface Sample {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
  /** The one multipart file of an upload. */
  readonly upload?: true;
  readonly headers?: Record<string, string>;
}

/** What a sample may refer to: rows of the business that calls, or of another one. */
export interface SampleWorld {
  /** A booking in the state that the endpoint wants, see `wants`. */
  readonly appointmentId: string;
  readonly fileId: string;
  /** The business, another person of it, and an invitation that is pending in it. */
  readonly tenantId: string;
  readonly memberId: string;
  readonly invitationId: string;
  /** Another business than the caller's, with nobody in it, and a person who is alone in theirs: for the platform. */
  readonly businessId: string;
  readonly personId: string;
  /** Another session of the caller's, and what their authenticator app shows now. */
  readonly sessionId: string;
  readonly code: string;
  /** Whoever the booking is for. */
  readonly patientId: string;
  /** What came back from a calendar's consent page, and its cookie. */
  readonly calendarReturn: Sample;
  readonly caller: { readonly userId: string; readonly email: string; readonly sessionId: string };
}

type Wants =
  | 'scheduled'
  | 'completed'
  | 'no_show'
  | 'prescription'
  | 'member'
  | 'invitation'
  | 'session'
  | 'business'
  | 'person'
  | 'patient';

interface SampleOf {
  readonly sample: (world: SampleWorld) => Sample;
  /** The state of the booking it is called with. */
  readonly wants?: Wants;
  /** The caller's second factor before the call. */
  readonly factor?: 'on' | 'begun' | 'off';
  /** The business's calendar before the call: connected, or on the way back from the consent page. */
  readonly calendar?: 'connected' | 'returning';
  /** The platform's: the caller has said why they look into the business. */
  readonly hasReason?: true;
  /** The caller signs in with Google, or with a password. */
  readonly hasGoogle?: true;
  /** The caller is signed in on another device as well. */
  readonly isElsewhere?: true;
}

const byId = (wants: Wants = 'scheduled', rest: Omit<Sample, 'params'> = {}): SampleOf => ({
  wants,
  sample: ({ appointmentId }) => ({ params: { id: appointmentId }, ...rest }),
});
const plain = (sample: Sample = {}): SampleOf => ({ sample: () => sample });

const ofBusiness = (rest: Omit<Sample, 'params'> = {}): SampleOf => ({
  wants: 'business',
  sample: ({ businessId }) => ({ params: { id: businessId }, ...rest }),
});
const lookAt = (rest: Omit<Sample, 'params'> = {}): SampleOf => ({ ...ofBusiness(rest), hasReason: true });
const ofPerson: SampleOf = { wants: 'person', sample: ({ personId }) => ({ params: { id: personId } }) };

const ofTenantInvitation: SampleOf = {
  hasReason: true,
  wants: 'invitation',
  sample: ({ tenantId, invitationId }) => ({ params: { tenantId, id: invitationId } }),
};

const ofPatient: SampleOf = { wants: 'patient', sample: ({ patientId }) => ({ params: { id: patientId } }) };

const november = { from: '2026-11-01', to: '2026-11-30' };

export const newAppointment = {
  personName: 'Kavita Menon',
  personEmail: 'kavita@people.example',
  personContact: '+91 98200 11223',
  date: '2026-11-24',
  time: '12:00',
  doctor: defaultDoctor,
  amount: 50_000,
  paymentMethod: 'UPI',
  paymentId: 'pay_1234567890',
};

export const newTenant = { name: 'Sanjeevani Hospital', ownerName: 'Lakshmi Narasimhan', plan: 'basic' } as const;

export const onboarding = {
  businessType: 'turf',
  businessName: 'Green Turf Arena',
  timeSlots: [
    { start_time: '6 AM', end_time: '11 AM' },
    { start_time: '4:30 pm', end_time: '11 PM' },
  ],
  operatingDays: ['Sunday', 'Saturday'],
} as const;

/** As it would come back from the checkout, signed by nobody. */
export const unprovenPayment = {
  razorpay_payment_id: 'pay_12345678901234',
  razorpay_order_id: 'order_12345678901234',
  razorpay_signature: '0'.repeat(64),
  email: 'nobody@people.example',
  plan: 'premium',
};

/** One for every endpoint: an endpoint without its sample does not compile, so none escapes the tests that go over all of them. */
export const samples: Record<EndpointName, SampleOf> = {
  signIn: plain({ body: { email: 'nobody@people.example', password: 'demo1234', remember: false } }),
  getSession: plain(),
  refreshSession: plain({ headers: { 'x-requested-with': 'samay' } }),
  signOut: plain(),
  beginGoogleSignIn: plain({ body: { remember: false } }),
  getGoogleLink: plain(),
  unlinkGoogle: { hasGoogle: true, sample: () => ({}) },
  completeGoogleSignIn: plain({ body: { code: 'of-nobody', state: 'of-nobody' } }),
  checkOnboarding: { sample: ({ caller }) => ({ query: { email: caller.email, userId: caller.userId } }) },
  raiseAssurance: { factor: 'on', sample: ({ code }) => ({ body: { code } }) },
  getSecondFactor: plain(),
  startEnrolment: { factor: 'off', sample: () => ({}) },
  confirmEnrolment: { factor: 'begun', sample: ({ code }) => ({ body: { code } }) },
  removeSecondFactor: { factor: 'on', sample: ({ code }) => ({ body: { code } }) },
  renewRecoveryCodes: { factor: 'on', sample: ({ code }) => ({ body: { code } }) },
  listSessions: plain(),
  endSession: { wants: 'session', sample: ({ sessionId }) => ({ params: { id: sessionId } }) },
  endOtherSessions: { isElsewhere: true, sample: () => ({}) },
  changeProfile: plain({ body: { name: 'Asha Kulkarni-Joshi' } }),
  completeOnboarding: plain({ body: onboarding }),
  getBusinessProfile: plain(),
  changeBusinessProfile: plain({ body: { name: 'City Care', operatingDays: ['Sunday'] } }),
  requestPasswordRecovery: plain({ body: { email: 'nobody@people.example' } }),
  getStarted: plain({ body: { businessName: 'Lakshmi Clinic', email: 'nobody@people.example' } }),
  openMailedLink: plain({ body: { link: { token: 'x'.repeat(43), type: 'signup', email: 'nobody@people.example' } } }),
  setPassword: plain({ body: { link: { token: 'x'.repeat(43), type: 'signup', email: 'nobody@people.example' }, password: 'demo1234' } }),
  listAppointments: plain({ query: { search: 'a', status: 'all', limit: '10' } }),
  getAppointment: byId(),
  createAppointment: plain({ body: newAppointment }),
  correctAppointment: byId('scheduled', {
    body: { personName: 'Kavita Menon-Rao', amount: 70_000, paymentMethod: 'Cash', paymentId: null, personContact: '+91 98' },
  }),
  rescheduleAppointment: byId('scheduled', { body: { date: '2026-11-27', time: '16:30' } }),
  cancelAppointment: byId(),
  completeAppointment: byId(),
  undoCompletion: byId('completed'),
  markNoShow: byId(),
  reopenAppointment: byId('no_show'),
  markArrived: byId(),
  undoArrival: byId(),
  uploadPrescription: byId('scheduled', { upload: true }),
  linkPrescription: byId('prescription'),
  warnAppointment: plain({ query: { date: '2026-11-24', time: '12:00', doctor: defaultDoctor } }),
  listDoctors: plain(),
  openFile: {
    wants: 'prescription',
    sample: ({ fileId, caller }) => ({
      params: { id: fileId },
      query: { expires: '1795235400', session: caller.sessionId, signature: 'x'.repeat(43) },
    }),
  },
  getCalendarConnection: plain(),
  beginCalendarConnection: plain(),
  completeCalendarConnection: { calendar: 'returning', sample: ({ calendarReturn }) => calendarReturn },
  disconnectCalendar: { calendar: 'connected', sample: () => ({}) },
  addMissingEvents: { calendar: 'connected', sample: () => ({}) },
  getWebhooks: plain(),
  changeWebhooks: plain({ body: { calendarEventUrl: 'https://hooks.example/booked', cancelUrl: null } }),
  renewWebhookSecret: plain(),
  testWebhook: plain({ body: { webhook: 'cancel' } }),
  getDeliveries: plain(),
  retryDeliveries: plain({ body: {} }),
  getBookingMails: plain(),
  changeBookingMails: plain({ body: { isOn: true } }),
  getDashboard: plain(),
  getFirstSteps: plain(),
  dismissFirstSteps: plain(),
  restoreFirstSteps: plain(),
  listPatients: plain({ query: { search: 'meera', limit: '10' } }),
  getPatient: ofPatient,
  listPatientHistory: ofPatient,
  getSchedule: plain({ query: november }),
  getDaySheet: plain({ query: { date: '2026-11-21' } }),
  getQueue: plain(),
  getRevenue: plain({ query: november }),
  listTransactions: plain({ query: { ...november, limit: '10' } }),
  getRevenueBreakdown: plain({ query: november }),
  exportRevenue: plain({ query: november }),
  getUsage: plain(),
  listPlans: plain(),
  getSubscription: plain(),
  orderSignUp: plain({ body: { email: 'nobody@people.example', businessName: 'Lakshmi Clinic', plan: 'premium' } }),
  orderUpgrade: plain({ body: { plan: 'enterprise' } }),
  returnFromCheckout: plain({ headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  verifyPayment: plain({ body: unprovenPayment }),
  receivePaymentEvent: plain({ headers: { 'content-type': 'application/json' } }),
  listStaff: plain({ query: { search: 'a', limit: '10' } }),
  inviteStaff: { sample: () => ({ body: { email: `${randomUUID()}@people.example`, role: 'EMPLOYEE' } }) },
  resendInvitation: { wants: 'invitation', sample: ({ invitationId }) => ({ params: { id: invitationId } }) },
  cancelInvitation: { wants: 'invitation', sample: ({ invitationId }) => ({ params: { id: invitationId } }) },
  changeRole: { wants: 'member', sample: ({ memberId }) => ({ params: { id: memberId }, body: { role: 'EMPLOYEE' } }) },
  removeMember: { wants: 'member', sample: ({ memberId }) => ({ params: { id: memberId } }) },
  listAudit: plain({ query: { action: 'appointment', day: '2026-11-21', limit: '10' } }),
  listAuditActors: plain(),
  getAccountDeletion: plain(),
  deleteAccount: plain({ body: { phrase: deletionPhrase } }),
  getOverview: plain(),
  listTenants: plain({ query: { search: 'a', status: 'active', plan: 'basic', limit: '10' } }),
  getTenant: lookAt(),
  giveReason: ofBusiness({ body: { reason: 'The owner misses a booking' } }),
  addTenant: { sample: () => ({ body: { ...newTenant, adminEmail: `${randomUUID()}@people.example` } }) },
  changeTenantPlan: lookAt({ body: { plan: 'premium' } }),
  changeTenantStatus: lookAt({ body: { status: 'suspended' } }),
  deleteTenant: ofBusiness({ body: { name: 'Business to go' } }),
  restoreTenant: ofBusiness(),
  listTenantAppointments: lookAt({ query: { search: 'a', status: 'all', limit: '10' } }),
  getTenantSchedule: lookAt({ query: { from: '2026-11-16', to: '2026-11-22' } }),
  listTenantStaff: { hasReason: true, sample: ({ tenantId }) => ({ params: { tenantId }, query: { search: 'a', limit: '10' } }) },
  inviteTenantStaff: {
    hasReason: true,
    sample: ({ tenantId }) => ({ params: { tenantId }, body: { email: `${randomUUID()}@people.example`, role: 'EMPLOYEE' } }),
  },
  resendTenantInvitation: ofTenantInvitation,
  cancelTenantInvitation: ofTenantInvitation,
  changeTenantRole: {
    hasReason: true,
    wants: 'member',
    sample: ({ tenantId, memberId }) => ({ params: { tenantId, id: memberId }, body: { role: 'EMPLOYEE' } }),
  },
  removeTenantMember: { hasReason: true, wants: 'member', sample: ({ tenantId, memberId }) => ({ params: { tenantId, id: memberId } }) },
  listPlatformUsers: {
    wants: 'business',
    hasReason: true,
    sample: ({ businessId }) => ({ query: { search: 'a', role: 'DOCTOR', status: 'active', business: businessId, limit: '10' } }),
  },
  endUserSessions: ofPerson,
  deleteUser: ofPerson,
  restoreUser: ofPerson,
  listPlatformPlans: plain(),
  changePlanTerms: plain({ params: { id: 'basic' }, body: { appointmentLimit: 25, monthlyPrice: 0 } }),
  listPlatformSubscriptions: plain({ query: { plan: 'basic', limit: '10' } }),
  listPlatformPayments: plain({ query: { state: 'paid', limit: '10' } }),
  listUnplacedPayments: plain({ query: { limit: '10' } }),
  getAnalytics: plain({ query: { by: 'week' } }),
  listPlatformAudit: {
    wants: 'business',
    hasReason: true,
    sample: ({ businessId }) => ({ query: { action: 'appointment', business: businessId, limit: '10' } }),
  },
  openLive: plain(),
  getLive: plain(),
  getReady: plain(),
};

/** Every endpoint of the contract with its name. */
export const everyEndpoint = Object.entries(endpoints) as [EndpointName, AnyEndpoint][];

/** The status of a good answer. */
export function statusOf({ reply, status, transport }: AnyEndpoint): number {
  return reply || transport ? (status ?? 200) : 204;
}

/** Sends a sample as a browser would; streams are not for this, they do not end. */
export async function sendSample(client: Client, endpoint: AnyEndpoint, sample: Sample) {
  const upload = sample.upload ? multipart([{ fileName: 'slip.png', mediaType: 'image/png', content: png() }]) : undefined;
  return client.send(endpoint, {
    ...(sample.params && { params: sample.params }),
    ...(sample.query && { query: sample.query }),
    ...(upload ? { body: upload.payload } : sample.body && { body: sample.body }),
    headers: { ...sample.headers, ...upload?.headers },
  });
}
