import { AppointmentPage, Appointment, type NewAppointment } from '@samay/contract/appointments';
import { Dashboard } from '@samay/contract/dashboard';
import { AccessToken } from '@samay/contract/session';
import { indiaDate } from '@samay/contract/time';
import { password, people, type Person } from './people.ts';

/** What a journey needs to be there before it begins, made and read over the server's own API as one of the people. */
export class Api {
  readonly #url: string;
  readonly #token: string;
  /** A token works only beside the cookies that came with it. */
  readonly #cookies: string;

  private constructor(url: string, token: string, cookies: string) {
    this.#url = url;
    this.#token = token;
    this.#cookies = cookies;
  }

  static async signIn(url: string, person: Person): Promise<Api> {
    const response = await fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: people[person], password }),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/;.*$/, ''));
    return new Api(url, AccessToken.parse(await response.json()).accessToken, cookies.join('; '));
  }

  /** Books for today at noon, paid nothing yet, unless told otherwise. */
  async book(given: Partial<NewAppointment> & { personName: string }): Promise<Appointment> {
    const body = { personEmail: 'patient@example.com', date: indiaDate(new Date()), time: '12:00', doctor: 'Default Doctor', ...given };
    return Appointment.parse(await this.#ask('POST', '/api/appointments', body));
  }

  async get(id: string): Promise<Appointment> {
    return Appointment.parse(await this.#ask('GET', `/api/appointments/${id}`));
  }

  async cancel(id: string): Promise<Appointment> {
    return Appointment.parse(await this.#ask('POST', `/api/appointments/${id}/cancellation`));
  }

  async page(query: Record<string, string> = {}): Promise<AppointmentPage> {
    return AppointmentPage.parse(await this.#ask('GET', `/api/appointments?${new URLSearchParams(query)}`));
  }

  async dashboard(): Promise<Dashboard> {
    return Dashboard.parse(await this.#ask('GET', '/api/dashboard'));
  }

  async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        Cookie: this.#cookies,
        ...(method === 'POST' && path === '/api/appointments' && { 'Idempotency-Key': crypto.randomUUID() }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
