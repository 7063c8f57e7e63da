import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { preparedName } from './prepared-name.ts';

/**
 * The pool as Kysely takes it, with one round trip less for each transaction: `begin` waits for the first statement and travels with it,
 * if that has no parameters (only such statements can share a message), and just before it otherwise. With `prepares`, a statement with
 * parameters is parsed and planned once a connection instead of at every call.
 */
export function withLateBegin(pool: Pool, { prepares }: { prepares: boolean }): PostgresPool {
  const clients = new WeakMap<PoolClient, LateBegin>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? new LateBegin(client, prepares);
      clients.set(client, known);
      return known;
    },
  };
}

class LateBegin implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #prepares: boolean;
  #isDue = false;

  constructor(client: PoolClient, prepares: boolean) {
    this.#client = client;
    this.#prepares = prepares;
  }

  query(sql: string, parameters: readonly unknown[]): Promise<never>;
  query(sql: never): never;
  async query(sql: string, parameters: readonly unknown[] = []): Promise<unknown> {
    if (sql === 'begin') {
      this.#isDue = true;
      return nothing;
    }
    if (!this.#isDue) return this.#send(sql, parameters);
    this.#isDue = false;
    // Nothing was sent of this transaction, so nothing has to end.
    if (sql === 'commit' || sql === 'rollback') return nothing;
    if (parameters.length === 0) return lastOf(await this.#client.query(`begin; ${sql}`));
    await this.#client.query('begin');
    return this.#send(sql, parameters);
  }

  #send(text: string, parameters: readonly unknown[]): Promise<unknown> {
    const name = this.#prepares && parameters.length > 0 ? preparedName(text) : undefined;
    return this.#client.query({ text, values: [...parameters], ...(name !== undefined && { name }) });
  }

  release(destroy?: boolean): void {
    this.#isDue = false;
    this.#client.release(destroy);
  }
}

const nothing: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] };

/** pg answers a message of several statements with a result for each. */
function lastOf(results: unknown): unknown {
  return Array.isArray(results) ? results.at(-1) : results;
}
