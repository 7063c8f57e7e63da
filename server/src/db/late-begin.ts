import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { openingOf } from './openings.ts';
import { PreparedNames } from './prepared-names.ts';
import { SharedReads } from './shared-reads.ts';
import { lastOf, type Planned, plan, queryTogether } from './together.ts';

/**
 * The pool as Kysely takes it, with fewer round trips for each transaction: `begin` and the opening (openings.ts) wait for the first
 * statement and travel with it, and a connection is taken once there is something to send. With `prepares`, a statement is parsed and planned
 * once a connection instead of at every call, and in a transaction that only reads, each statement travels alone with the opening, beside
 * those of other transactions (shared-reads.ts): PostgreSQL ends such a message by itself, so neither `begin` nor `commit` is sent. Under
 * read committed, which sees each statement's moment, nothing else tells the two apart. What is prepared asks for a pool with `pipeline`.
 */
export function withLateBegin(pool: Pool, { prepares }: { prepares: boolean }): PostgresPool {
  const prepared = prepares ? { names: new PreparedNames(), reads: new SharedReads(pool) } : undefined;
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => new LateBegin(pool, prepared),
  };
}

interface Prepared {
  readonly names: PreparedNames;
  readonly reads: SharedReads;
}

/** A transaction that was asked for and not sent. */
interface Due {
  readonly reads: boolean;
  opening?: Planned;
}

const begin: Planned = { name: 'begin', text: 'begin', values: [] };

/** One use of a connection, from where Kysely takes it until it is given back. */
class LateBegin implements PostgresPoolClient {
  readonly #pool: Pool;
  /** Absent where nothing is prepared. */
  readonly #prepared: Prepared | undefined;
  #due: Due | undefined;
  #taken: Promise<PoolClient> | undefined;
  /** What comes after it waits for it. */
  #beginning: Promise<unknown> | undefined;

  constructor(pool: Pool, prepared: Prepared | undefined) {
    this.#pool = pool;
    this.#prepared = prepared;
  }

  query(sql: string, parameters: readonly unknown[]): Promise<never>;
  query(sql: never): never;
  async query(sql: string, parameters: readonly unknown[] = []): Promise<unknown> {
    if (sql === 'begin' || sql === 'start transaction read only') {
      this.#due = { reads: sql !== 'begin' };
      return nothing;
    }
    const due = this.#due;
    if (!due) return this.#send(sql, parameters);
    if (sql === 'commit' || sql === 'rollback') {
      // Nothing was sent of this transaction, or what was has ended by itself.
      this.#due = undefined;
      return nothing;
    }
    const opening = due.opening ? undefined : openingOf(sql, parameters);
    if (!opening) return this.#sendFirst(due, sql, parameters);
    due.opening = opening;
    return nothing;
  }

  async #sendFirst({ reads, opening }: Due, text: string, values: readonly unknown[]): Promise<unknown> {
    const last = this.#plannedAs(text, values);
    if (last && reads && opening) return this.#prepared?.reads.read(opening, last);
    this.#due = undefined;
    const first = opening ? [begin, opening] : [begin];
    if (last) return queryTogether(await this.#take((client) => plan(client, first)), first, last);
    const texts = first.map(withValues);
    if (values.length === 0) return lastOf(await (await this.#take()).query([...texts, text].join('; ')));
    await this.#take((client) => client.query(texts.join('; ')));
    return this.#send(text, values);
  }

  async #send(text: string, values: readonly unknown[]): Promise<unknown> {
    if (text === 'rollback') return (await this.#taken)?.query(text);
    const client = await this.#take();
    return client.query({ ...(this.#plannedAs(text, values) ?? { text }), values: [...values] });
  }

  /** The connection, once what it begins with is done. */
  async #take(prepare?: (client: PoolClient) => Promise<unknown>): Promise<PoolClient> {
    const client = await (this.#taken ??= this.#pool.connect());
    await (this.#beginning ??= prepare?.(client));
    return client;
  }

  /** Queries and whatever has parameters; the rest is said once, such as `commit`. */
  #plannedAs(text: string, values: readonly unknown[]): Planned | undefined {
    if (values.length === 0 && !text.startsWith('select')) return undefined;
    const name = this.#prepared?.names.of(text);
    return name === undefined ? undefined : { name, text, values };
  }

  release(destroy?: boolean): void {
    this.#due = undefined;
    // One that could not be had told so to whoever asked for it.
    this.#taken?.then(
      (client) => client.release(destroy),
      () => undefined,
    );
  }
}

const nothing: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] };

/** The opening's text with its values in it. */
function withValues({ text, values }: Planned): string {
  return text.replaceAll(/\$(\d+)/g, (_, position: string) => escapeLiteral(String(values[Number(position) - 1])));
}
