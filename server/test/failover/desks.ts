import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { newAppointment } from '../fixtures/samples.ts';
import { type Clinic, signIn } from './clinics.ts';

/** A booking that the server acknowledged. */
export interface Acknowledged {
  readonly key: string;
  readonly id: string;
  readonly clinic: Clinic;
  /** The beginning of its last try, and the time of the answer. */
  readonly sentAt: number;
  readonly at: number;
}

/**
 * People who book in a clinic each second, and repeat a request with its idempotency key until it
 * is accepted.
 */
export class Desks {
  readonly acknowledged: Acknowledged[] = [];
  /** Unexpected answers: all but 201, and but 503 and a broken connection, which are repeated. */
  readonly failed: string[] = [];
  /** The repeated tries with their beginnings and ends, and the code of the answer, if any. */
  readonly repeated: { readonly from: number; readonly to: number; readonly code: string | undefined }[] = [];
  readonly #address: string;
  readonly #headers = new Map<Clinic, Record<string, string>>();
  readonly #running: Promise<void>[] = [];
  #isOver = false;

  private constructor(address: string) {
    this.#address = address;
  }

  /** Opens `count` desks, spread over the clinics and over a second. */
  static async open(address: string, clinics: readonly Clinic[], count: number): Promise<Desks> {
    const desks = new Desks(address);
    for (const clinic of clinics) desks.#headers.set(clinic, await signIn(address, clinic));
    for (let place = 0; place < count; place += 1) {
      const clinic = clinics[place % clinics.length];
      if (clinic) desks.#running.push(desks.#book(clinic, (place * 1_000) / count));
    }
    return desks;
  }

  /** Signs in again: access tokens end after a quarter of an hour. */
  async renew(): Promise<void> {
    for (const clinic of this.#headers.keys()) this.#headers.set(clinic, await signIn(this.#address, clinic));
  }

  /** Returns the time until a request that began after an instant was accepted. */
  async acceptedAfter(instant: number, mostMs: number): Promise<number> {
    while (performance.now() - instant < mostMs) {
      const first = this.acknowledged.find(({ sentAt }) => sentAt > instant);
      if (first) return first.at - instant;
      await wait(50);
    }
    return Infinity;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  /**
   * Reads each acknowledged booking again. Returns those that differ from their acknowledgement.
   */
  async lost(): Promise<string[]> {
    await this.renew();
    const lost: string[] = [];
    const queue = [...this.acknowledged];
    const read = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const response = await fetch(`${this.#address}/api/appointments/${next.id}`, {
          headers: this.#headers.get(next.clinic) ?? {},
        });
        const text = await response.text();
        if (response.status !== 200 || !text.includes(next.key))
          lost.push(`${next.id}: ${response.status} ${text}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, read));
    return lost;
  }

  async #book(clinic: Clinic, delayMs: number): Promise<void> {
    await wait(delayMs);
    while (!this.#isOver) {
      const began = performance.now();
      await this.#bookOnce(clinic, randomUUID());
      await wait(Math.max(0, 1_000 - (performance.now() - began)));
    }
  }

  async #bookOnce(clinic: Clinic, key: string): Promise<void> {
    const body = JSON.stringify({
      ...newAppointment,
      date: '2027-11-24',
      personName: key,
      personEmail: `${key}@people.example`,
    });
    for (let tries = 1; ; tries += 1) {
      const sentAt = performance.now();
      const answer = await this.#send(clinic, key, body);
      if (answer?.status === 201) {
        const { id } = JSON.parse(answer.text) as { id: string };
        this.acknowledged.push({ key, id, clinic, sentAt, at: performance.now() });
        return;
      }
      if (answer && ![502, 503, 504].includes(answer.status)) {
        this.failed.push(`${answer.status} ${answer.text}`);
        return;
      }
      this.repeated.push({ from: sentAt, to: performance.now(), code: answer && codeOf(answer.text) });
      // Gives up: a request that was never accepted is no acknowledged booking.
      if (this.#isOver && tries > 20) return;
      await wait(250);
    }
  }

  async #send(
    clinic: Clinic,
    key: string,
    body: string,
  ): Promise<{ status: number; text: string } | undefined> {
    const headers = { ...this.#headers.get(clinic), 'idempotency-key': key };
    const signal = AbortSignal.timeout(20_000);
    return fetch(`${this.#address}/api/appointments`, { method: 'POST', headers, body, signal }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined, // the connection broke, or the answer is late
    );
  }
}

/**
 * Returns the code of an error reply; a proxy between the desk and the server answers without one.
 */
function codeOf(text: string): string | undefined {
  return /"code":"([^"]+)"/.exec(text)?.[1];
}
