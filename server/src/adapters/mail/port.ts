/** A letter in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Takes letters to a mail server. */
export interface Mailer {
  /** Resolves once the mail server has taken it; rejects with `MailNotTaken` within 10 s otherwise. */
  send(letter: Letter): Promise<void>;
}

/** The mail server did not take a letter. The message says why without naming anybody: it is kept and logged. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
}
