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
  readonly caller: { readonly userId: string; readonly email: string; readonly sessionId: string };
}

type Wants = 'scheduled' | 'no_show' | 'prescription';

interface SampleOf {
  readonly sample: (world: SampleWorld) => Sample;
  /** The state of the booking it is called with. */
  readonly wants?: Wants;
}

const byId = (wants: Wants = 'scheduled', rest: Omit<Sample, 'params'> = {}): SampleOf => ({
  wants,
  sample: ({ appointmentId }) => ({ params: { id: appointmentId }, ...rest }),
});
const plain = (sample: Sample = {}): SampleOf => ({ sample: () => sample });

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

/** One for every endpoint: an endpoint without its sample does not compile, so none escapes the tests that go over all of them. */
export const samples: Record<EndpointName, SampleOf> = {
  signIn: plain({ body: { email: 'nobody@people.example', password: 'demo1234', remember: false } }),
  getSession: plain(),
  refreshSession: plain({ headers: { 'x-requested-with': 'samay' } }),
  signOut: plain(),
  checkOnboarding: { sample: ({ caller }) => ({ query: { email: caller.email, userId: caller.userId } }) },
  listAppointments: plain({ query: { search: 'a', status: 'all', limit: '10' } }),
  getAppointment: byId(),
  createAppointment: plain({ body: newAppointment }),
  correctAppointment: byId('scheduled', { body: { amount: 70_000, paymentMethod: 'Cash', paymentId: null, personContact: '+91 98' } }),
  rescheduleAppointment: byId('scheduled', { body: { date: '2026-11-27', time: '16:30' } }),
  cancelAppointment: byId(),
  completeAppointment: byId(),
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
  getDashboard: plain(),
  getRevenue: plain({ query: { from: '2026-11-01', to: '2026-11-30' } }),
  getUsage: plain(),
  openLive: plain(),
  getLive: plain(),
  getReady: plain(),
};

/** Every endpoint of the contract with its name. */
export const everyEndpoint = Object.entries(endpoints) as [EndpointName, AnyEndpoint][];

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
