import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { isPlanGone } from '../client/database-errors.ts';
import { setsJobTransaction, setsTransaction } from '../client/transaction-settings.ts';
import type { PreparedNames } from './prepared-names.ts';

export interface Guards {
  /** Names to prepare statements under; absent: nothing is prepared. */
  readonly names?: PreparedNames | undefined;
  /** How long a statement of a job may stay unanswered, in place of the pool's own `query_timeout`. */
  readonly jobAnswerMs?: number | undefined;
  /** Called when a connection did not answer: others are likely to be silent too. */
  readonly onSilence?: (() => void) | undefined;
}

/**
 * The pool as Kysely takes it, with three guarantees. After a failed statement, a commit or a rollback, a transaction sends no further
 * statement: one that was issued beside it would run outside of it, as the login role. A connection that did not answer is discarded. A
 * prepared statement that the database has dropped or outgrown is prepared anew, and sent again where nothing was written before it
 * (decision 0020). `begin` and the opening (openings.ts) wait for the first statement, so that a transaction without any sends nothing.
 */
export function guardedPool(pool: Pool, guards: Guards): PostgresPool {
  return { options: pool.options, end: () => pool.end(), connect: async () => new GuardedConnection(pool, guards) };
}

/** As pg answers. */
interface Result {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
}

/** One use of a connection, from where Kysely takes it until it gives it back. */
class GuardedConnection implements PostgresPoolClient {
  readonly #pool: Pool;
  readonly #guards: Guards;
  /** `due`: a transaction that was asked for and not sent. */
  #state: 'plain' | 'due' | 'open' | 'failed' | 'over' = 'plain';
  /** What a due transaction begins with. */
  #beginning: string[] = [];
  #answerMs: number | undefined;
  #taken: Promise<PoolClient> | undefined;
  #isLost = false;
  /** Statements run one after the other: each knows how the one before it ended. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(pool: Pool, guards: Guards) {
    this.#pool = pool;
    this.#guards = guards;
  }

  query(sql: string, parameters?: readonly unknown[]): Promise<never>;
  query(sql: never): never;
  query(sql: string, parameters: readonly unknown[] = []): Promise<unknown> {
    const answer = this.#last.then(() => this.#run(sql, parameters));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #run(sql: string, values: readonly unknown[]): Promise<Result> {
    if (sql === 'commit' || sql === 'rollback') return this.#end(sql);
    if (this.#state === 'failed' || this.#state === 'over') throw new Error('This transaction has ended: no statement may follow in it');
    if (this.#state === 'plain' && /^(begin|start transaction)\b/.test(sql)) {
      this.#state = 'due';
      this.#beginning = [sql];
      return nothing;
    }
    if (this.#state === 'due' && setsTransaction(sql)) {
      this.#beginning.push(withValues(sql, values));
      if (setsJobTransaction(sql)) this.#answerMs = this.#guards.jobAnswerMs;
      return nothing;
    }
    return this.#send(sql, values).catch((error: unknown) => {
      this.#failed(error);
      throw error;
    });
  }

  async #send(sql: string, values: readonly unknown[]): Promise<Result> {
    const isFirst = this.#state !== 'open';
    const beginning = this.#state === 'due' ? this.#beginning.join('; ') : undefined;
    if (beginning !== undefined) this.#state = 'open';
    const client = await (this.#taken ??= this.#pool.connect());
    const name = isPrepared(values) ? this.#guards.names?.of(sql) : undefined;
    try {
      return await this.#ask(client, beginning, { text: sql, values, name });
    } catch (error) {
      if (!isPlanGone(error)) throw error;
      this.#guards.names?.forget(name);
      if (!isFirst) throw error;
      if (beginning !== undefined) await client.query('rollback');
      return this.#ask(client, beginning, { text: sql, values, name: name && this.#guards.names?.of(sql) });
    }
  }

  async #ask(client: PoolClient, beginning: string | undefined, { text, values, name }: Statement): Promise<Result> {
    const patience = this.#answerMs === undefined ? {} : { query_timeout: this.#answerMs };
    if (beginning !== undefined && values.length === 0) return lastOf(await client.query({ text: `${beginning}; ${text}`, ...patience }));
    if (beginning !== undefined) await client.query(beginning);
    return client.query({ text, values: [...values], ...(name !== undefined && { name }), ...patience });
  }

  #failed(error: unknown): void {
    if (this.#state === 'open') this.#state = 'failed';
    // Not PostgreSQL's own answer: nobody knows what this connection would answer next.
    if (!(error instanceof Error && 'severity' in error)) this.#isLost = true;
    if (error instanceof Error && error.message === 'Query read timeout') this.#guards.onSilence?.();
  }

  /** Ends the transaction; one whose connection is lost ends with it, and so does one whose rollback is not answered. */
  async #end(sql: 'commit' | 'rollback'): Promise<Result> {
    const state = this.#state;
    this.#state = 'over';
    const client = state === 'open' || state === 'failed' ? await this.#taken?.catch(() => undefined) : undefined;
    if (!client || this.#isLost) return state === 'failed' ? rolledBack : nothing;
    if (sql === 'commit' && state === 'open') {
      return client.query(sql).catch((error: unknown) => {
        this.#failed(error);
        throw error;
      });
    }
    await client.query('rollback').catch((error: unknown) => this.#failed(error));
    return rolledBack;
  }

  /** Gives the connection back once what was sent is answered. */
  release(destroy = false): void {
    this.#state = 'over';
    void this.#last.then(async () => {
      // One that could not be had told so to the statement that asked for it.
      const client = await this.#taken?.catch(() => undefined);
      client?.release(destroy || this.#isLost);
    });
  }
}

/** More values than a row has columns: rows of changing number, so the next text is another one. */
function isPrepared(values: readonly unknown[]): boolean {
  return values.length > 0 && values.length <= 60;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string | undefined;
}

const nothing: Result = { command: 'SELECT', rowCount: 0, rows: [] };
const rolledBack: Result = { command: 'ROLLBACK', rowCount: 0, rows: [] };

/** The opening's text with its values in it. */
function withValues(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, position: string) => escapeLiteral(String(values[Number(position) - 1])));
}

/** pg answers a message of several statements with a result for each. */
function lastOf(results: Result | Result[]): Result {
  return Array.isArray(results) ? (results.at(-1) ?? nothing) : results;
}
