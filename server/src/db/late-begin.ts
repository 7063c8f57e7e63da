import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { openingOf } from './openings.ts';
import { PreparedNames } from './prepared-names.ts';
import { lastOf, type Planned, queryTogether } from './together.ts';

/**
 * The pool as Kysely takes it, with fewer round trips for each transaction: `begin` and the opening (openings.ts) wait for the first
 * statement and travel with it. With `prepares`, a statement is parsed and planned once a connection instead of at every call, and in a
 * transaction that only reads, each statement travels alone with the opening: PostgreSQL ends such a message by itself, so neither `begin`
 * nor `commit` is sent. Under read committed, which sees each statement's moment, nothing else tells the two apart.
 */
export function withLateBegin(pool: Pool, { prepares }: { prepares: boolean }): PostgresPool {
  const clients = new WeakMap<PoolClient, LateBegin>();
  const names = prepares ? new PreparedNames() : undefined;
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? new LateBegin(client, names);
      clients.set(client, known);
      return known;
    },
  };
}

/** A transaction that was asked for and not sent. */
interface Due {
  readonly reads: boolean;
  opening?: Planned;
}

const begin: Planned = { name: 'begin', text: 'begin', values: [] };

class LateBegin implements PostgresPoolClient {
  readonly #client: PoolClient;
  /** Absent where nothing is prepared. */
  readonly #names: PreparedNames | undefined;
  /** The names that this connection has planned. */
  readonly #planned = new Set<string>();
  #due: Due | undefined;
  #beginning: Promise<unknown> | undefined;

  constructor(client: PoolClient, names: PreparedNames | undefined) {
    this.#client = client;
    this.#names = names;
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

  #sendFirst({ reads, opening }: Due, text: string, parameters: readonly unknown[]): Promise<unknown> {
    const first = opening ? [begin, opening] : [begin];
    const last = this.#plannedAs(text, parameters);
    const isPlanned = last !== undefined && [...first, last].every(({ name }) => this.#planned.has(name));
    if (isPlanned && reads && opening) return queryTogether(this.#client, [opening], last);
    this.#due = undefined;
    if (isPlanned) return queryTogether(this.#client, first, last);
    // Statements without parameters share a message without being planned.
    const texts = [...first.map(withValues), text];
    if (!this.#names && parameters.length === 0) return this.#client.query(texts.join('; ')).then(lastOf);
    this.#beginning = this.#begin(first);
    return this.#send(text, parameters);
  }

  /** By pg's own way, which knows what was planned even when the statement fails. */
  async #begin(first: readonly Planned[]): Promise<void> {
    if (!this.#names) return void (await this.#client.query(first.map(withValues).join('; ')));
    for (const { name, text, values } of first) {
      await this.#client.query({ name, text, values: [...values] });
      this.#planned.add(name);
    }
  }

  async #send(text: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#beginning && text !== 'rollback') await this.#beginning;
    const planned = this.#plannedAs(text, parameters);
    if (!planned) return this.#client.query({ text, values: [...parameters] });
    const result = await this.#client.query({ ...planned, values: [...parameters] });
    this.#planned.add(planned.name);
    return result;
  }

  /** Queries and whatever has parameters; the rest is said once, such as `commit`. */
  #plannedAs(text: string, values: readonly unknown[]): Planned | undefined {
    if (values.length === 0 && !text.startsWith('select')) return undefined;
    const name = this.#names?.of(text);
    return name === undefined ? undefined : { name, text, values };
  }

  release(destroy?: boolean): void {
    this.#due = undefined;
    this.#beginning = undefined;
    this.#client.release(destroy);
  }
}

const nothing: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] };

/** The opening's text with its values in it. */
function withValues({ text, values }: Planned): string {
  return text.replaceAll(/\$(\d+)/g, (_, position: string) => escapeLiteral(String(values[Number(position) - 1])));
}
