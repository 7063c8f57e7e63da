/** How long and how much a receiver may take. */
export interface WebhookLimits {
  readonly connectMs: number;
  /** From the name's look-up to the last byte of the answer. */
  readonly wholeMs: number;
  readonly answerBytes: number;
  /** How long a name that leads nowhere we send to is looked for: as long whatever was found, so that nobody learns what that was. */
  readonly nameMs: number;
}
