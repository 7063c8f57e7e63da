import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { traceStatement } from '../../core/tracing.ts';
import { isFromStandby, isStalePlan, isUsableAfter } from '../client/database-errors.ts';
import {
  isConstantSetting,
  isJobSettings,
  isTransactionSettings,
  replyKeeping,
  stampRaising,
  withValues,
} from '../client/transaction-settings.ts';
import type { Schema } from '../client/schema.ts';
import { type Answer, type MessagePart, sendTogether } from './one-message.ts';
import type { PreparedNames } from './prepared-names.ts';
import { isWriting } from './writing-statements.ts';

export interface PipelineOptions {
  /** Names of prepared statements; absent: nothing is prepared. */
  readonly names?: PreparedNames | undefined;
  /**
   * How long a statement of a job may stay unanswered, instead of the pool's own `query_timeout`.
   */
  readonly jobAnswerMs?: number | undefined;
  /** Whether a transaction begins in one message with its first statement; otherwise in two. */
  readonly beginsTogether?: boolean | undefined;
  /** A setting of transactions that this database does without. */
  readonly omitted?: string | undefined;
  /** Called before a connection is taken; throws where none may be. */
  readonly before?: (() => void) | undefined;
  /** Called when a connection did not answer: others are likely to be dead too. */
  readonly onSilence?: (() => void) | undefined;
}

/** The query builder over a pool. */
export function kyselyOver(pool: Pool, options: PipelineOptions = {}): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pipelinedPool(pool, options) }) });
}

/**
 * The pool as Kysely takes it: `begin` and the transaction's settings
 * (client/transaction-settings.ts) are sent with the first statement, so that a transaction without
 * statements sends nothing; the reply of an idempotency key is kept, and change stamps are raised,
 * in one message with its commit. It also gives three guarantees (decision 0020). After a failed
 * statement, a commit or a rollback, no further statement of that transaction is sent: a concurrent
 * one would run outside of it, as the login role. A connection that did not answer is discarded. A
 * prepared statement that went stale is prepared again, and resent where nothing was written before
 * it.
 */
function pipelinedPool(pool: Pool, options: PipelineOptions): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => new PipelinedConnection(pool, options),
  };
}

/** A result as pg gives it. */
interface Result {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
}

/** One use of a connection, from the moment Kysely takes it until it returns it. */
class PipelinedConnection implements PostgresPoolClient {
  readonly #pool: Pool;
  readonly #options: PipelineOptions;
  /** `due`: the caller has begun a transaction that is not yet sent. */
  #state: 'plain' | 'due' | 'open' | 'failed' | 'over' = 'plain';
  /** The statements that a due transaction begins with. */
  #beginning: string[] = [];
  /**
   * The businesses whose change stamp is raised with the commit, if the transaction has written
   * anything.
   */
  readonly #stamped = new Set<unknown>();
  /** The last statement of a transaction that keeps the reply of its request. */
  #keeping: Statement | undefined;
  #hasWritten = false;
  #answerMs: number | undefined;
  #taken: Promise<PoolClient> | undefined;
  #isLost = false;
  /** Statements run one after the other, so each knows how the previous one ended. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(pool: Pool, options: PipelineOptions) {
    this.#pool = pool;
    this.#options = options;
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
    if (this.#state === 'failed' || this.#state === 'over')
      throw new Error('This transaction has ended: no statement may follow in it');
    if (this.#state === 'plain' && /^(begin|start transaction)\b/.test(sql)) {
      this.#state = 'due';
      this.#beginning = [sql];
      return nothing;
    }
    if (this.#state === 'due' && isTransactionSettings(sql)) {
      const settings = sql.split('; ').filter((setting) => setting !== this.#options.omitted);
      this.#beginning.push(...settings.map((setting) => withValues(setting, values)));
      if (isJobSettings(sql)) this.#answerMs = this.#options.jobAnswerMs;
      return nothing;
    }
    if (this.#state !== 'plain' && sql === stampRaising) {
      this.#stamped.add(values[0]);
      return nothing;
    }
    this.#hasWritten ||= isWriting(sql);
    if (this.#state === 'open' && sql === replyKeeping) {
      this.#keeping = { text: sql, values, name: this.#options.names?.of(sql) };
      return nothing;
    }
    return traceStatement(sql, () => this.#send(sql, values)).catch((error: unknown) => {
      this.#failed(error);
      throw error;
    });
  }

  async #send(sql: string, values: readonly unknown[]): Promise<Result> {
    const isFirst = this.#state !== 'open';
    const beginning = this.#state === 'due' ? this.#beginning : undefined;
    if (beginning !== undefined) this.#state = 'open';
    if (this.#taken === undefined) this.#options.before?.();
    const client = await (this.#taken ??= this.#pool.connect());
    const name = isPrepared(values) ? this.#options.names?.of(sql) : undefined;
    try {
      return await this.#ask(client, beginning, { text: sql, values, name });
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.#options.names?.forget(name ?? this.#options.names.of('begin'));
      if (!isFirst) throw error;
      if (beginning !== undefined) await client.query('rollback');
      return this.#ask(client, beginning, { text: sql, values, name: name && this.#options.names?.of(sql) });
    }
  }

  async #ask(
    client: PoolClient,
    beginning: readonly string[] | undefined,
    { text, values, name }: Statement,
  ): Promise<Result> {
    const queryTimeout = this.#answerMs === undefined ? {} : { query_timeout: this.#answerMs };
    // Each a statement of its own, also without values: of a text with several, Citus would send
    // all to its workers with each setting in it.
    if (beginning && this.#options.beginsTogether) {
      const parts = [...beginning.map((opening) => this.#openingOf(opening)), { text, values, name }];
      return resultOf((await sendTogether(client, parts, this.#answerMs)).at(-1));
    }
    if (beginning) await client.query(beginning.join('; '));
    return client.query({ text, values: [...values], ...(name !== undefined && { name }), ...queryTimeout });
  }

  /** What reads the same in every transaction is prepared. */
  #openingOf(text: string): MessagePart {
    return {
      text,
      name: text === 'begin' || isConstantSetting(text) ? this.#options.names?.of(text) : undefined,
    };
  }

  get #mayWrite(): boolean {
    return !this.#beginning[0]?.endsWith('read only');
  }

  #failed(error: unknown): void {
    if (this.#state === 'open') this.#state = 'failed';
    if (!isUsableAfter(error) || (this.#mayWrite && isFromStandby(error))) this.#isLost = true;
    if (error instanceof Error && error.message === 'Query read timeout') this.#options.onSilence?.();
  }

  /**
   * Ends the transaction. One whose connection is lost, or whose rollback is not answered, ends
   * with its connection.
   */
  async #end(sql: 'commit' | 'rollback'): Promise<Result> {
    const state = this.#state;
    this.#state = 'over';
    const client =
      state === 'open' || state === 'failed' ? await this.#taken?.catch(() => undefined) : undefined;
    if (!client || this.#isLost) return state === 'failed' ? rolledBack : nothing;
    if (sql === 'commit' && state === 'open') {
      return this.#commit(client).catch(async (error: unknown) => {
        this.#failed(error);
        if (isStalePlan(error)) this.#options.names?.renew();
        if (!this.#isLost && this.#lastParts().length > 0)
          await client.query('rollback').catch((lost: unknown) => this.#failed(lost));
        throw error;
      });
    }
    await client.query('rollback').catch((error: unknown) => this.#failed(error));
    return rolledBack;
  }

  /**
   * What is sent with the commit: the kept reply and, of a transaction that has written anything,
   * the stamps.
   */
  #lastParts(): Statement[] {
    const name = this.#options.names?.of(stampRaising);
    const stamps = this.#hasWritten
      ? [...this.#stamped].map((tenant) => ({ text: stampRaising, values: [tenant], name }))
      : [];
    return this.#keeping ? [this.#keeping, ...stamps] : stamps;
  }

  async #commit(client: PoolClient): Promise<Result> {
    const last = this.#lastParts();
    if (last.length === 0) return client.query('commit');
    if (this.#options.beginsTogether)
      return resultOf(
        (
          await sendTogether(
            client,
            [...last, { text: 'commit', name: this.#options.names?.of('commit') }],
            this.#answerMs,
          )
        ).at(-1),
      );
    for (const { text, values, name } of last)
      await client.query({ text, values: [...values], ...(name !== undefined && { name }) });
    return client.query('commit');
  }

  /** Returns the connection once all sent statements are answered. */
  release(destroy = false): void {
    this.#state = 'over';
    void this.#last.then(async () => {
      // A failure to connect was reported to the statement that needed the connection.
      const client = await this.#taken?.catch(() => undefined);
      client?.release(destroy || this.#isLost);
    });
  }
}

/**
 * More values than a booking is written with means a changing number of rows: the next text would
 * be another one.
 */
function isPrepared(values: readonly unknown[]): boolean {
  return values.length > 0 && values.length <= 90;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string | undefined;
}

const nothing: Result = { command: 'SELECT', rowCount: 0, rows: [] };
const rolledBack: Result = { command: 'ROLLBACK', rowCount: 0, rows: [] };

/** Kysely counts the rows of a statement that writes by its command. */
function resultOf({ rows, tag }: Answer = { rows: [], tag: '' }): Result {
  const [command = '', ...numbers] = tag.split(' ');
  return { command, rowCount: Number(numbers.at(-1) ?? 0), rows };
}
