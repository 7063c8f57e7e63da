import { createHash, randomBytes } from 'node:crypto';
import { instantNow } from '../party/clock.ts';
import type { ShownButton, ShownText } from './templates.ts';

/** Messages that a phone keeps. */
const mostKept = 100;
/** Time after a person's message in which the business may answer with text of its own. */
const windowMs = 24 * 60 * 60_000;

type DeliveryState = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';

/** One message on a phone. */
export interface PhoneMessage {
  readonly id: string;
  readonly at: string;
  /** The business's phone number id, and the account that it belongs to. */
  readonly phoneNumberId: string;
  readonly from: 'business' | 'person';
  readonly text: string;
  readonly buttons: readonly ShownButton[];
  /** Data of the business that its status webhooks return. */
  readonly callbackData: string | undefined;
  readonly category: string;
  state: DeliveryState;
}

/** The phone of a person, and its messages, newest first. */
export interface Phone {
  readonly number: string;
  readonly userId: string;
  messages: PhoneMessage[];
}

/** The phones of all people who were sent a message. */
export class Phones {
  readonly #phones = new Map<string, Phone>();

  get all(): readonly Phone[] {
    return [...this.#phones.values()];
  }

  at(number: string): Phone {
    const known = this.#phones.get(number);
    if (known) return known;
    const phone: Phone = { number, userId: toUserId(number), messages: [] };
    this.#phones.set(number, phone);
    return phone;
  }

  byUserId(userId: string): Phone | undefined {
    return this.all.find((phone) => phone.userId === userId);
  }

  /** Adds a message of the business. */
  receive(
    phone: Phone,
    shown: ShownText,
    about: { phoneNumberId: string; category: string; callbackData: string | undefined },
  ): PhoneMessage {
    return keep(phone, { ...shown, ...about, from: 'business', state: 'accepted' });
  }

  /** Adds a message that the person typed or tapped. */
  answer(phone: Phone, text: string, phoneNumberId: string): PhoneMessage {
    return keep(phone, {
      text,
      buttons: [],
      phoneNumberId,
      category: 'service',
      callbackData: undefined,
      from: 'person',
      state: 'read',
    });
  }

  /** Tells whether the person wrote to this number of the business within 24 hours. */
  isWindowOpen(phone: Phone, phoneNumberId: string): boolean {
    const since = Date.parse(instantNow()) - windowMs;
    return phone.messages.some(
      ({ from, at, phoneNumberId: id }) =>
        from === 'person' && id === phoneNumberId && Date.parse(at) >= since,
    );
  }
}

function keep(phone: Phone, message: Omit<PhoneMessage, 'id' | 'at'>): PhoneMessage {
  const kept = { id: newMessageId(), at: instantNow(), ...message };
  phone.messages = [kept, ...phone.messages].slice(0, mostKept);
  return kept;
}

function newMessageId(): string {
  return `wamid.HBgM${randomBytes(24).toString('base64')}`;
}

function toUserId(number: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(number).digest('hex').slice(0, 13)}`);
  return `IN.${digits.toString().padStart(16, '1')}`;
}
