import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Appointment, cancelAppointment, createAppointment } from '@samay/contract/appointments';
import { Deliveries, getDeliveries, retryDeliveries } from '@samay/contract/deliveries';
import { AccessToken, signIn } from '@samay/contract/session';
import { ChangedWebhooks, changeWebhooks } from '@samay/contract/webhooks';

/** Somebody who works over HTTP at a server that dies again and again, and asks again until there is an answer. */
export interface Desk {
  /** Has the business's bookings told to `/booked` and `/cancelled` of an address; the secret that signs them. */
  nameReceiver(address: string): Promise<string>;
  /** Makes one booking and cancels it, each once however often it has to ask. */
  bookAndCancel(personName: string): Promise<void>;
  deliveries(): Promise<Deliveries>;
  retryAll(): Promise<void>;
}

export async function openDesk(address: string, account: { email: string; password: string }): Promise<Desk> {
  let session = await signedIn();

  return {
    async nameReceiver(receiver) {
      const body = { calendarEventUrl: `${receiver}/booked`, cancelUrl: `${receiver}/cancelled` };
      const { secret } = ChangedWebhooks.parse(await ask(changeWebhooks, { body }));
      return secret ?? '';
    },
    async bookAndCancel(personName) {
      const body = { personName, personEmail: 'patient@people.example', date: '2027-01-15', time: '12:00', doctor: 'Dr. Rao' };
      const { id } = Appointment.parse(await ask(createAppointment, { body, 'idempotency-key': randomUUID() }));
      await ask({ ...cancelAppointment, path: cancelAppointment.path.replace(':id', id) }, { isDone: 409 });
    },
    deliveries: async () => Deliveries.parse(await ask(getDeliveries)),
    retryAll: async () => void (await ask(retryDeliveries, { body: {} })),
  };

  /** `isDone` is the status that a repeated question gets whose first answer was lost. */
  async function ask(
    { method, path }: { method: string; path: string },
    { body, isDone, ...more }: { body?: unknown; isDone?: number; 'idempotency-key'?: string } = {},
  ): Promise<unknown> {
    for (let isAgain = false; ; isAgain = true) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : json;
      const answer = await fetch(address + path, { method, headers: { ...session, ...type, ...more }, ...sent }).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (answer && text !== undefined) {
        if (answer.ok || (isAgain && answer.status === isDone)) return text === '' ? undefined : JSON.parse(text);
        if (answer.status === 401) session = await signedIn().catch(() => session);
        else if (answer.status < 500) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      }
      await wait(50); // nobody listens, or the connection broke
    }
  }

  async function signedIn(): Promise<Record<string, string>> {
    const body = JSON.stringify({ ...account, remember: false });
    const response = await fetch(address + signIn.path, { method: 'POST', headers: json, body });
    const { accessToken } = AccessToken.parse(await response.json());
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/;.*$/, ''));
    return { authorization: `Bearer ${accessToken}`, cookie: cookies.join('; ') };
  }
}

const json = { 'content-type': 'application/json' };
