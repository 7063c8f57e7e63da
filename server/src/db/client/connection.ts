import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type RootOperationNode,
  SelectQueryNode,
  type TransactionSettings as TransactionMode,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { traceStatement } from '../../core/tracing.ts';
import { isFromStandby, isStalePlan, isUsableAfter } from './database-errors.ts';
import type { TransactionSettings, Setting } from './transaction-settings.ts';
import { type Answer, type MessagePart, sendTogether } from './one-message.ts';
import type { PreparedNames } from './prepared-names.ts';

export interface ConnectionOptions {
  /** Names of prepared statements; absent: nothing is prepared. */
  readonly names?: PreparedNames | undefined;
  /**
   * How long a message of a job may stay unanswered, instead of the pool's own `query_timeout`.
   */
  readonly jobAnswerMs?: number | undefined;
  /** A setting of transactions that this database does without. */
  readonly omitted?: Setting | undefined;
  /** Called before a connection is taken; throws where none may be. */
  readonly before?: (() => void) | undefined;
  /** Called when a connection did not answer: others are likely to be dead too. */
  readonly onSilence?: (() => void) | undefined;
}

/** A statement with its values. */
export interface ReadyStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly isPrepared: boolean;
  /** Whether it may change rows. */
  readonly writes: boolean;
}

/**
 * One use of a connection, from the moment that a caller takes it until it is returned: at most one
 * transaction. The transaction begins with its first statements and ends with its last ones: each
 * `send` is one message, the first one with `begin` and the settings before it, and what waits for
 * the commit leaves in one message with it. A transaction without statements sends nothing.
 *
 * It gives three guarantees (decision 0020). After a failed statement, a commit or a rollback, no
 * further statement of that transaction is sent: a concurrent one would run outside of it, as the
 * login role. A connection that did not answer is discarded. A prepared statement that went stale
 * is prepared again, and resent where nothing was written before it.
 */
export class Connection implements DatabaseConnection {
  readonly #pool: Pool;
  readonly #options: ConnectionOptions;
  /** `due`: the caller has begun a transaction that is not yet sent. */
  #state: 'plain' | 'due' | 'open' | 'failed' | 'over' = 'plain';
  /** The statements that begin a due transaction. */
  #beginning: readonly Setting[] = [];
  #mayWrite = true;
  #hasWritten = false;
  /** The statements that leave with the commit. */
  readonly #last: ReadyStatement[] = [];
  #answerMs: number | undefined;
  #taken: Promise<PoolClient> | undefined;
  #isLost = false;
  /** Messages are sent one after the other, so each knows how the previous one ended. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(pool: Pool, options: ConnectionOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  /** Begins a transaction; nothing is sent yet. */
  begin({ isolationLevel, accessMode }: TransactionMode): void {
    const level = isolationLevel && `isolation level ${isolationLevel}`;
    const text = ['begin', level, accessMode].filter((word) => word !== undefined).join(' ');
    this.#state = 'due';
    this.#mayWrite = accessMode !== 'read only';
    this.#beginning = [{ text, isFixed: true }];
  }

  /** Adds the settings of the transaction, before its first statement. */
  open({ settings, isOfJob = false }: TransactionSettings): void {
    if (this.#state !== 'due') throw new Error('A transaction is opened before its first statement');
    const made = settings.filter((setting) => setting !== this.#options.omitted);
    this.#beginning = [...this.#beginning, ...made];
    if (isOfJob) this.#answerMs = this.#options.jobAnswerMs;
  }

  /** Whether a statement that may change rows was sent, or waits for the commit. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Sends statements in one message, and returns what each answered. */
  async send(statements: readonly ReadyStatement[]): Promise<Answer[]> {
    try {
      return await this.#inTurn(async () => {
        if (this.#state === 'failed' || this.#state === 'over')
          throw new Error('This transaction has ended: no statement may follow in it');
        this.#note(statements);
        return this.#transmit(statements);
      });
    } catch (error) {
      throw withCaller(error, new Error('sent by'));
    }
  }

  /** Sends a statement of Kysely's. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql: text, parameters: values } = query;
    const [answer] = await this.send([
      { text, values, isPrepared: isOfFixedLength(values), writes: mayWrite(query.query) },
    ]);
    return resultOf(answer);
  }

  /** Sends a statement with the commit, after those that wait already. */
  atCommit(statement: ReadyStatement): void {
    this.#note([statement]);
    this.#last.push(statement);
  }

  /**
   * Commits, and returns what the statements that waited for it have answered. Where one of them
   * fails, or another one has failed before, nothing is committed.
   */
  async commit(): Promise<Answer[]> {
    return this.#inTurn(async () => {
      const state = this.#state;
      if (state === 'failed') await this.#undo();
      if (state === 'failed' || state === 'over' || state === 'plain')
        throw new Error('This transaction has failed or ended: nothing of it is committed');
      const isEmpty = state === 'due' && this.#last.length === 0;
      if (!isEmpty) {
        const answers = await this.#transmit(this.#last, commit).catch(async (error: unknown) => {
          await this.#undo();
          throw error;
        });
        this.#state = 'over';
        return answers;
      }
      this.#state = 'over';
      return [];
    });
  }

  async rollback(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#state === 'open' || this.#state === 'failed') await this.#undo();
      this.#state = 'over';
    });
  }

  /** Returns the connection once all sent statements are answered. */
  release(): void {
    void this.#inTurn(async () => {
      this.#state = 'over';
      // A failure to connect was reported to the statement that needed the connection.
      const client = await this.#taken?.catch(() => undefined);
      client?.release(this.#isLost);
    });
  }

  /** Refuses what no statement of ours needs. */
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('statements are not streamed');
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #note(statements: readonly ReadyStatement[]): void {
    this.#hasWritten ||= statements.some(({ writes }) => writes);
  }

  async #transmit(statements: readonly ReadyStatement[], ...ending: Setting[]): Promise<Answer[]> {
    const text = () => [...statements, ...ending].map((one) => one.text).join('; ');
    return traceStatement(text, () => this.#message(statements, ending)).catch((error: unknown) => {
      if (this.#state === 'open') this.#state = 'failed';
      if (!isUsableAfter(error) || (this.#mayWrite && isFromStandby(error))) this.#isLost = true;
      if (error instanceof Error && error.message === 'Query read timeout') this.#options.onSilence?.();
      throw error;
    });
  }

  async #message(statements: readonly ReadyStatement[], ending: readonly Setting[]): Promise<Answer[]> {
    const { before, names } = this.#options;
    const isFirst = this.#state !== 'open';
    const beginning = this.#state === 'due' ? this.#beginning : [];
    if (this.#state === 'due') this.#state = 'open';
    if (this.#taken === undefined) before?.();
    const client = await (this.#taken ??= this.#pool.connect());
    const ask = async (parts: readonly MessagePart[]) => sendTogether(client, parts, this.#answerMs);
    const partsOf = () => [
      ...beginning.map((setting) => this.#settingPart(setting)),
      ...statements.map(({ text, values, isPrepared }) => ({
        text,
        values,
        name: this.#nameOf(text, isPrepared),
      })),
      ...ending.map((setting) => this.#settingPart(setting)),
    ];
    const parts = partsOf();
    const answers = await ask(parts).catch(async (error: unknown) => {
      if (!isStalePlan(error)) throw error;
      names?.forget(parts.find(({ name }) => name !== undefined)?.name);
      if (!isFirst) throw error;
      if (beginning.length > 0) await client.query('rollback');
      return ask(partsOf());
    });
    return answers.slice(beginning.length, beginning.length + statements.length);
  }

  #settingPart({ text, isFixed }: Setting): MessagePart {
    return { text, name: this.#nameOf(text, isFixed) };
  }

  #nameOf(text: string, isPrepared: boolean): string | undefined {
    return isPrepared ? this.#options.names?.of(text) : undefined;
  }

  /**
   * Undoes what was sent. A transaction whose connection is lost, or whose rollback is not
   * answered, ends with its connection.
   */
  async #undo(): Promise<void> {
    this.#state = 'over';
    const client = await this.#taken?.catch(() => undefined);
    if (!client || this.#isLost) return;
    await client.query('rollback').catch(() => (this.#isLost = true));
  }
}

/** Adds who sent a statement to the stack of its error, which is made where answers are read. */
function withCaller(error: unknown, here: Error): unknown {
  if (error instanceof Error && error.stack && here.stack)
    error.stack += `\n${here.stack.split('\n').slice(1).join('\n')}`;
  return error;
}

const commit: Setting = { text: 'commit', isFixed: true };

/**
 * Whether a text that Kysely has compiled for one call may be prepared. More values than a booking
 * is written with means a changing number of rows: the next text would be another one.
 */
function isOfFixedLength(values: readonly unknown[]): boolean {
  return values.length > 0 && values.length <= 90;
}

/**
 * Whether a query may change rows: any but a select whose common table expressions are selects too.
 * A text of our own may do anything.
 */
export function mayWrite(query: { readonly kind: string }): boolean {
  if (!SelectQueryNode.is(query as RootOperationNode)) return true;
  const { with: common } = query as SelectQueryNode;
  return common?.expressions.some(({ expression }) => mayWrite(expression)) ?? false;
}

function resultOf<R>({ rows, tag }: Answer = { rows: [], tag: '' }): QueryResult<R> {
  const [command = '', ...numbers] = tag.split(' ');
  const isWrite = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
  return {
    rows: rows as R[],
    ...(isWrite && { numAffectedRows: BigInt(numbers.at(-1) ?? 0) }),
  };
}
