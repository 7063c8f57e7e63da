import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';

/** Sends notices to people over one way in which they are reached: mail, WhatsApp, SMS. */
export interface NoticeChannel<Message> {
  /**
   * Sends a message once, without another try. Resolves within 10 s to what became of it; the
   * reasons name nobody and no secret, because they are stored, shown and logged.
   */
  send(message: Message): Promise<SendOutcome>;
}

/** The answer of a provider to a message. */
export type SendOutcome =
  /** Taken to be delivered. `providerId` is null where the provider gives none. */
  { readonly kind: 'accepted'; readonly providerId: string | null } | NotSent;

export interface NotSent {
  /**
   * The step that follows. `unreachable`: the person is not reached there, so another channel is used.
   * `later`: the provider is down or busy, so it is tried again. `misconfigured`: the account is not as
   * it must be, so the channel stops until that is mended. `refused`: this message never leaves there.
   */
  readonly kind: 'unreachable' | 'later' | 'misconfigured' | 'refused';
  /** The reason in words, without a full stop: `the number is not on WhatsApp`. */
  readonly reason: string;
}

/** A message by a text that is registered at the provider, with a value for each of its variables. */
export interface TemplateMessage {
  /** The number with its country in digits: `919876543210`. */
  readonly to: string;
  /** The provider's name of the text. */
  readonly template: string;
  readonly language: Language;
  /** The values in the order of the text's variables. */
  readonly values: readonly string[];
  /** The end of the address that the message's button opens; null where it has none. */
  readonly link: string | null;
  /** The payload that is returned when the message's answer is pressed; null where it has no answer. */
  readonly answer: string | null;
  /** Our own name of the message, which the provider's reports repeat. */
  readonly reference: string;
}

/** Reports of a provider to us. */
export interface ChannelInbox {
  /** Returns the answer to the provider's question whether this is our address; undefined to refuse. */
  answerChallenge(query: unknown): string | undefined;
  /** Returns whether the provider signed exactly these bytes. */
  proves(body: Buffer, signature: unknown): boolean;
  /** Reads what a body reports; what is unknown is left out. */
  read(body: Buffer): ChannelEvent[];
}

/** A report about a message that we sent or a text that we registered, or a message of a person. */
export type ChannelEvent = StatusEvent | AnswerEvent | TextEvent;

export interface StatusEvent {
  readonly kind: 'status';
  readonly providerId: string;
  /** Our own name of the message; null where the report does not repeat it. */
  readonly reference: string | null;
  readonly state: 'sent' | 'delivered' | 'read' | 'failed';
  /** Why it failed; null for another state. */
  readonly failure: NotSent | null;
}

export interface AnswerEvent {
  readonly kind: 'answer';
  /** The provider's id of the answer. */
  readonly providerId: string;
  /** The account that got it: the id of a telephone number. */
  readonly account: string;
  /** The number of the person in digits with its country; null where the provider hides it. */
  readonly from: string | null;
  /** The provider's id of the message that it quotes; null where it quotes none. */
  readonly quoted: string | null;
  /** The payload of a pressed answer; null for a written one. */
  readonly pressed: string | null;
  /** The words, or a name for what is not text: `[image]`. */
  readonly text: string;
}

/** A registered text has another state. */
export interface TextEvent {
  readonly kind: 'text';
  /** The provider's id of the account where it is registered. */
  readonly accountId: string;
  readonly name: string;
  readonly language: string;
  readonly state: 'waiting' | 'approved' | 'refused' | 'paused';
  readonly reason: string | null;
}

/** A registered text as the provider says. */
export interface TemplateState {
  readonly name: string;
  readonly language: string;
  readonly state: 'waiting' | 'approved' | 'refused' | 'paused';
  readonly reason: string | null;
}

/** A business's own number at WhatsApp, the account that it belongs to, and the token that may use both. */
export interface OwnNumber {
  readonly phoneNumberId: string;
  readonly accountId: string;
  readonly token: string;
}

/** The result of a look at a number: its name as people see it, or what is wrong with which part. */
export type CheckedNumber =
  | { readonly kind: 'found'; readonly name: string }
  | { readonly kind: 'unknown' }
  | NotSent;

/** Thrown for a message that waits for another try. */
export class NoticeDelayed extends Error {
  override readonly name = 'NoticeDelayed';
}
