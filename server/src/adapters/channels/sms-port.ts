import type { NoticeChannel, NotSent } from './port.ts';

/** A message by a text that a business registered with the operators. */
export interface SmsMessage {
  /** The number with its country in digits: `919876543210`. */
  readonly to: string;
  /** MSG91's id of the text's template. */
  readonly template: string;
  /** The values of VAR1, VAR2 and so on. */
  readonly values: readonly string[];
}

/** A report of the operators about a message. */
export interface SmsReport {
  /** MSG91's id of the request, which its answer had. */
  readonly requestId: string;
  /** Why it failed; null for one that was delivered. */
  readonly failure: NotSent | null;
}

/** SMS by the accounts of businesses at MSG91. */
export interface Sms {
  /** Returns the channel of a business's account, by its authkey. */
  by(authkey: string): NoticeChannel<SmsMessage>;
  /** Reads the reports in a body, form data or JSON; one that is not understood is left out. */
  readReports(body: Buffer): SmsReport[];
}
