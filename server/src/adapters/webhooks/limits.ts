/** How long and how much a receiver may take. */
export interface WebhookLimits {
  readonly connectMs: number;
  /** From the name's look-up to the last byte of the answer. */
  readonly wholeMs: number;
  readonly answerBytes: number;
}
