import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { traceStatement } from '../core/tracing.ts';
import { isFromStandby, isStalePlan, isUsableAfter } from './errors.ts';
import { mayWrite, type ReadyStatement } from './statement.ts';
import { type Answer, type Part, sendTogether } from './one-message.ts';
import type { Opening } from './openings.ts';

export type { Answer } from './one-message.ts';

export interface ConnectionOptions {
  /** The names of prepared statements; nothing is prepared without them. */
  readonly names?: PreparedNames | undefined;
  /** The time limit for a message of a job, instead of the pool's `query_timeout`. */
  readonly jobAnswerMs?: number | undefined;
  /** A setting of transactions that this database does not support. */
  readonly omitted?: Part | undefined;
  /** Called before a connection is taken; throws if none may be taken. */
  readonly before?: (() => void) | undefined;
  /** Called when a connection did not answer: others are probably dead too. */
  readonly onSilence?: (() => void) | undefined;
}

/**
 * Sends the statements of one transaction, or of none without an opening, on a connection that it
 * takes with the first statement and that `release` returns. `begin` and the settings leave in one
 * message with the first statements, and `commit` in one with those that wait for it; a transaction
 * without statements sends nothing.
 *
 * It gives three guarantees (decision 0020). After a failed statement, a commit or a rollback, no
 * further statement of that transaction is sent: it would run outside of it, as the login role. A
 * connection that did not answer is discarded. A stale prepared statement is prepared again, and
 * resent if nothing was sent before it.
 */
export class Connection implements DatabaseConnection {
  readonly #pool: Pool;
  readonly #options: ConnectionOptions;
  /** `due`: `begin` is not sent yet. */
  #state: 'plain' | 'due' | 'open' | 'failed' | 'over' = 'plain';
  readonly #opening: readonly Part[];
  readonly #answerMs: number | undefined;
  readonly #mayWrite: boolean;
  #hasWritten = false;
  /** The statements that leave with the commit. */
  readonly #last: ReadyStatement[] = [];
  #taken: Promise<PoolClient> | undefined;
  #isLost = false;
  /** Messages are sent one after the other, so each knows how the previous one ended. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(pool: Pool, options: ConnectionOptions, opening?: Opening) {
    this.#pool = pool;
    this.#options = options;
    this.#mayWrite = opening?.mode !== 'read only';
    this.#answerMs = opening?.isOfJob ? options.jobAnswerMs : undefined;
    this.#opening = opening ? begin(opening).filter((part) => part !== options.omitted) : [];
    if (opening) this.#state = 'due';
  }

  /** Whether a statement that may change rows was sent, or waits for the commit. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Sends statements in one message, and returns their answers. */
  async send(statements: readonly ReadyStatement[]): Promise<Answer[]> {
    try {
      return await this.#inTurn(async () => {
        if (this.#state === 'failed' || this.#state === 'over')
          throw new Error('This transaction has ended: no statement may follow in it');
        this.#hasWritten ||= statements.some(({ writes }) => writes);
        return this.#transmit(statements);
      });
    } catch (error) {
      throw withCaller(error, new Error('sent by'));
    }
  }

  /** Sends a Kysely statement. */
  async executeQuery<R>({ sql: text, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    // Refuses more values than the write of a booking has: their number would change with the rows,
    // and so would the text.
    const isPrepared = parameters.length > 0 && parameters.length <= 90;
    const [answer] = await this.send([{ text, values: parameters, isPrepared, writes: mayWrite(query) }]);
    const [command = '', ...numbers] = answer?.tag.split(' ') ?? [];
    const isWrite = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
    return {
      rows: (answer?.rows ?? []) as R[],
      ...(isWrite && { numAffectedRows: BigInt(numbers.at(-1) ?? 0) }),
    };
  }

  /** Sends a statement with the commit, after those that already wait. */
  atCommit(statement: ReadyStatement): void {
    this.#hasWritten ||= statement.writes;
    this.#last.push(statement);
  }

  /**
   * Commits, and returns the answers of the statements that waited for it. If one of them fails, or
   * another one has failed before, nothing is committed.
   */
  async commit(): Promise<Answer[]> {
    return this.#inTurn(async () => {
      const isBegun = this.#state === 'open' || this.#last.length > 0;
      try {
        if (this.#state !== 'due' && this.#state !== 'open')
          throw new Error('This transaction has failed or ended: nothing of it is committed');
        return isBegun ? await this.#transmit(this.#last, [commit]) : [];
      } catch (error) {
        await this.#undo();
        throw error;
      } finally {
        this.#state = 'over';
      }
    });
  }

  async rollback(): Promise<void> {
    return this.#inTurn(() => this.#undo());
  }

  /** Returns the connection once all sent statements are answered. */
  async release(): Promise<void> {
    await this.#inTurn(async () => {
      this.#state = 'over';
      // A failure to connect was reported to the statement that needed the connection.
      const client = await this.#taken?.catch(() => undefined);
      client?.release(this.#isLost);
    });
  }

  /** Refuses streaming, which no statement needs. */
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('statements are not streamed');
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #transmit(statements: readonly ReadyStatement[], ending: readonly Part[] = []): Promise<Answer[]> {
    const text = () => [...statements, ...ending].map((one) => one.text).join('; ');
    return traceStatement(text, () => this.#message(statements, ending)).catch((error: unknown) => {
      if (this.#state === 'open') this.#state = 'failed';
      if (!isUsableAfter(error) || (this.#mayWrite && isFromStandby(error))) this.#isLost = true;
      if (error instanceof Error && error.message === 'Query read timeout') this.#options.onSilence?.();
      throw error;
    });
  }

  async #message(statements: readonly ReadyStatement[], ending: readonly Part[]): Promise<Answer[]> {
    const { before, names } = this.#options;
    const isFirst = this.#state !== 'open';
    const opening = this.#state === 'due' ? this.#opening : [];
    if (this.#state === 'due') this.#state = 'open';
    if (this.#taken === undefined) before?.();
    const client = await (this.#taken ??= this.#pool.connect());
    const named = () =>
      [...opening, ...statements, ...ending].map(({ text, values, isPrepared }) => ({
        text,
        values,
        name: isPrepared ? names?.of(text) : undefined,
      }));
    const parts = named();
    const answers = await sendTogether(client, parts, this.#answerMs).catch(async (error: unknown) => {
      if (!isStalePlan(error)) throw error;
      names?.forget(parts.find(({ name }) => name !== undefined)?.name);
      if (!isFirst) throw error;
      if (opening.length > 0) await client.query('rollback');
      return sendTogether(client, named(), this.#answerMs);
    });
    return answers.slice(opening.length, opening.length + statements.length);
  }

  /**
   * Rolls back. A transaction whose connection is lost, or whose rollback is not answered, ends
   * with its connection.
   */
  async #undo(): Promise<void> {
    const isBegun = this.#state === 'open' || this.#state === 'failed';
    this.#state = 'over';
    if (!isBegun || this.#isLost) return;
    const client = await this.#taken?.catch(() => undefined);
    await client?.query('rollback').catch(() => (this.#isLost = true));
  }
}

/**
 * Adds the sender of a statement to the stack of its error, which is created where answers are
 * read.
 */
function withCaller(error: unknown, here: Error): unknown {
  if (error instanceof Error && error.stack && here.stack)
    error.stack += `\n${here.stack.split('\n').slice(1).join('\n')}`;
  return error;
}

function begin({ mode, settings }: Opening): Part[] {
  return [{ text: mode ? `begin ${mode}` : 'begin', isPrepared: true }, ...settings];
}

const commit: Part = { text: 'commit', isPrepared: true };

/**
 * The most names that are kept: more than there are texts. Lists of changing length are sent as
 * arrays, so the number of texts is fixed by the code.
 */
const most = 600;

/**
 * The names under which the connections of one pool prepare statements. Once a name is stale on one
 * connection, all texts get new names: the others are probably stale too, and statements prepared
 * under old names end with their connections.
 */
export class PreparedNames {
  #names = new Map<string, string>();
  #round = 1;

  /** Returns the name of a text, which stays until the names are renewed. */
  of(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= most) this.renew();
    const name = `s${this.#round}_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }

  /** Renews all names, unless they were renewed since this one was given. */
  forget(name: string | undefined): void {
    if (name?.startsWith(`s${this.#round}_`)) this.renew();
  }

  /** Gives every text a new name. */
  renew(): void {
    this.#names = new Map();
    this.#round += 1;
  }
}
