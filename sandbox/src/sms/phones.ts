import { randomBytes } from 'node:crypto';
import type { Category } from './dlt.ts';
import { countParts } from './parts.ts';
import { instantNow } from '../party/clock.ts';

/** Messages to keep; older ones are dropped. */
const mostKept = 500;

/** One SMS to one number. */
export interface Sms {
  readonly requestId: string;
  readonly at: string;
  readonly number: string;
  readonly header: string;
  readonly category: Category | undefined;
  readonly text: string;
  readonly parts: number;
  /** The code of its failure; undefined when the phone shows it. */
  readonly failure: number | undefined;
}

/** The phones of all numbers that were sent a message: their messages, newest first. */
export class SmsPhones {
  #messages: Sms[] = [];

  get messages(): readonly Sms[] {
    return this.#messages;
  }

  keep(sms: Omit<Sms, 'at' | 'parts'>): Sms {
    const kept = { ...sms, at: instantNow(), parts: countParts(sms.text) };
    this.#messages = [kept, ...this.#messages].slice(0, mostKept);
    return kept;
  }
}

export function newRequestId(): string {
  return randomBytes(12).toString('hex');
}
