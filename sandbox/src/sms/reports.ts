import { setTimeout as wait } from 'node:timers/promises';
import { dltFailures } from './dlt.ts';
import { toIndianTime } from './indian-time.ts';
import { reportedFailures } from './modes.ts';
import type { Sms } from './phones.ts';

const maxAttempts = 6;
const firstRetryMs = 500;
const timeoutMs = 5000;

/** Sends the delivery reports of one account. They are not signed. */
export class DeliveryReports {
  /** The address to which the reports go; empty: nowhere. */
  address = '';
  /** Whether the address refused a report, so that no more are sent until someone resumes them. */
  isPaused = false;
  readonly #ending: AbortSignal;
  #pending = 0;

  constructor(ending: AbortSignal) {
    this.#ending = ending;
  }

  /** The number of reports that are not delivered yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Reports what became of a message. Never rejects: a lost report is lost. */
  async send(sms: Sms, { copies = 1, delayMs = 0, isVersion3 = false } = {}): Promise<void> {
    if (this.address === '') return;
    this.#pending += 1;
    const isSent = await wait(delayMs, true, { signal: this.#ending }).catch(() => false);
    if (isSent) for (let copy = 0; copy < copies; copy += 1) await this.#deliver(sms, isVersion3);
    this.#pending -= 1;
  }

  async #deliver(sms: Sms, isVersion3: boolean): Promise<void> {
    for (let at = 0; at < maxAttempts && !this.#ending.aborted && !this.isPaused; at += 1) {
      const status = await this.#post(sms, isVersion3);
      if (status >= 200 && status < 300) return;
      if (status >= 400 && status < 500 && status !== 429) this.isPaused = true;
      await wait(firstRetryMs * 2 ** at, undefined, { signal: this.#ending }).catch(() => undefined);
    }
  }

  #post(sms: Sms, isVersion3: boolean): Promise<number> {
    const report = toReport(sms);
    const { senderId, requestId, ...own } = report;
    const form = [{ senderId, requestId, report: [own], userId: '400000', campaignName: 'API' }];
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#ending]);
    const request = isVersion3
      ? { body: JSON.stringify(report), headers: { 'content-type': 'application/json' } }
      : { body: new URLSearchParams({ data: JSON.stringify(form) }) };
    return fetch(this.address, { method: 'POST', signal, ...request }).then(
      ({ status }) => status,
      () => 0,
    );
  }
}

function toReport(sms: Sms) {
  const { failure } = sms;
  const dlt = failure === undefined ? undefined : dltFailures[failure];
  return {
    date: toIndianTime(sms.at),
    number: sms.number,
    senderId: sms.header,
    requestId: sms.requestId,
    // The operators' refusals are 16, a number that wants no promotion is 9.
    status: String(failure === undefined ? 1 : dlt === undefined ? failure : failure === 650 ? 9 : 16),
    desc: failure === undefined ? 'DELIVERED' : (reportedFailures[failure] ?? 'REJECTED'),
    failedReason: dlt === undefined ? '' : `${failure} ${dlt}`,
    ctCode: '91',
    credit: String(sms.parts),
    amount: (sms.parts * 0.2).toFixed(2),
    clientid: '',
  };
}
