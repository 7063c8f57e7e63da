/** An email in plain text. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /**
   * The address at which the reader asks for no more such emails. Mail programs show it as a button, and
   * post to it without a page (RFC 8058).
   */
  readonly unsubscribe?: string;
}

/** Sends emails through a mail server. */
export interface Mailer {
  /**
   * Sends an email. Resolves when the mail server has accepted it; otherwise rejects with
   * `EmailNotAccepted` within 10 s.
   */
  send(email: Email): Promise<void>;
}

/**
 * A refusal of an email by the mail server. The message names nobody, because it is stored and
 * logged.
 */
export class EmailNotAccepted extends Error {
  override readonly name = 'EmailNotAccepted';
  /** Whether the mail server did not answer, and may deliver it all the same. */
  readonly mayArrive: boolean;

  constructor(message: string, { mayArrive = false }: { readonly mayArrive?: boolean } = {}) {
    super(message);
    this.mayArrive = mayArrive;
  }
}
