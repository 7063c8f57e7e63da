import { type CompiledQuery, createQueryId, type KyselyPlugin, PostgresQueryCompiler, type QueryResult, type UnknownRow } from 'kysely';
import type { Database } from '../src/db/database.ts';

/** What the product asks the database, statement by statement as it is sent, from `begin` on. */
export class RecordedStatements {
  readonly #compiler = new PostgresQueryCompiler();
  #statements: CompiledQuery[] = [];

  /** The same database, heard by this one. */
  over(database: Database): Database {
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        this.#statements.push(this.#compiler.compileQuery(node, createQueryId()));
        return node;
      },
      transformResult: async ({ result }): Promise<QueryResult<UnknownRow>> => result,
    };
    return { ...database, kysely: database.kysely.withPlugin(plugin) };
  }

  /** What is asked while `work` goes on. */
  async during(work: () => Promise<unknown>): Promise<readonly CompiledQuery[]> {
    this.#statements = [];
    await work();
    return this.#statements;
  }
}
