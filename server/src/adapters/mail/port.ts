/** An email in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends emails through a mail server. */
export interface Mailer {
  /** Resolves once the mail server has accepted it; otherwise rejects with `MailNotTaken` within 10 s. */
  send(letter: Letter): Promise<void>;
}

/** The mail server did not accept an email. The message names nobody, because it is stored and logged. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
}
