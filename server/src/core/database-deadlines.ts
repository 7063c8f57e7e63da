/** The timeouts between the server and a PostgreSQL, in milliseconds unless noted otherwise. */
export interface Deadlines {
  /** PostgreSQL cancels a statement after this time, and an idle transaction too. */
  readonly statementMs: number;
  /**
   * A connection without an answer for this time is discarded. Longer than `statementMs`, so that
   * PostgreSQL's own error comes first.
   */
  readonly answerMs: number;
  /** The time that a caller waits for a connection. */
  readonly waitMs: number;
  /** The time after which an idle connection is closed. */
  readonly idleMs: number;
  /** The time after which a connection is closed. */
  readonly lifeSeconds: number;
}

export const usualDeadlines: Deadlines = {
  statementMs: 10_000,
  answerMs: 12_000,
  waitMs: 5_000,
  idleMs: 30_000,
  lifeSeconds: 1_800,
};
