/** How long the server and a PostgreSQL may take with each other, in milliseconds unless said otherwise. */
export interface Deadlines {
  /** PostgreSQL gives a statement up after so long; also a transaction in which nothing happens. */
  readonly statementMs: number;
  /** A connection that has not answered a statement for so long is discarded. Longer than `statementMs`: PostgreSQL's own word comes first. */
  readonly answerMs: number;
  /** A caller waits so long for a connection, free or new. */
  readonly waitMs: number;
  /** A connection without work ends after so long. */
  readonly idleMs: number;
  /** No connection is used for longer. */
  readonly lifeSeconds: number;
}

export const usualDeadlines: Deadlines = { statementMs: 10_000, answerMs: 12_000, waitMs: 5_000, idleMs: 30_000, lifeSeconds: 1_800 };
