import { type ClientBase, type PoolClient, Query, type QueryResult } from 'pg';

/** A statement, and the name that a connection plans it under. */
export interface Planned {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The names that each connection has planned here. */
const planned = new WeakMap<ClientBase, Set<string>>();

/** Has a connection plan the statements that it has not planned yet. None is run. */
export async function plan(client: ClientBase, statements: readonly Planned[]): Promise<void> {
  const names = planned.get(client) ?? new Set();
  planned.set(client, names);
  for (const { name, text } of statements) {
    if (names.has(name)) continue;
    await new Promise<void>((resolve, reject) => {
      const query = new Query({ name, text }, (error) => (error ? reject(error) : resolve()));
      query.submit = (connection) => {
        connection.parse({ name, text, types: [] }, true);
        connection.sync();
      };
      client.query(query);
    });
    names.add(name);
  }
}

/**
 * Sends statements in one message and answers the last one's result. The first ones must be planned on this connection, answer no rows, and
 * have texts as values. Unless one of them begins a transaction, the message is one of its own (PostgreSQL, "Pipelining"): what the first
 * ones set locally holds for the last one and ends with it. When one fails, the ones behind it are not run.
 */
export function queryTogether(client: ClientBase, first: readonly Planned[], last: Planned): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new Query({ ...last, values: [...last.values] }, (error, results) => {
      if (error) reject(error);
      else resolve(lastOf(results));
    });
    const submitLast = query.submit.bind(query);
    query.submit = (connection) => {
      connection.stream.cork();
      for (const { name, values } of first) {
        connection.bind({ statement: name, values: values.map(String) }, true);
        connection.execute({}, true);
      }
      const failed = submitLast(connection);
      connection.stream.uncork();
      return failed;
    };
    client.query(query);
  });
}

/** What is sent meanwhile leaves in one write. */
export function inOneWrite<T>({ connection: { stream } }: PoolClient, send: () => T): T {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** pg answers a message of several statements with a result for each. */
export function lastOf<T>(results: T | T[]): T {
  return Array.isArray(results) ? (results.at(-1) as T) : results;
}
