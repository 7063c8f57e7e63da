import type { PGlite } from '@electric-sql/pglite';
import { PglitePgConnection } from '@electric-sql/pglite/node-postgres';
import { Client, type ClientConfig, type CustomTypesConfig, Pool } from 'pg';
import type { EmbeddedEngine } from './engine.ts';

/**
 * Resets the session as PostgreSQL does when a connection ends; without `unlisten`, because
 * listening belongs to the whole process here.
 */
const forgetSession = `rollback; reset session authorization; reset role; reset all; deallocate all; close all;
  discard temp; select pg_advisory_unlock_all()`;

/** Makes every following transaction read-only, so that none needs space on the disk. */
export const readOnlySession = 'set default_transaction_read_only = on';

/**
 * Creates a pool over the single session of PGlite. Each client gets its own connection, and the
 * session is reset for it: without that, a client returned in the middle of a transaction broke the
 * pool permanently.
 * @param waitMs how long a caller waits for the connection
 */
export function embeddedPool(engine: EmbeddedEngine, types: CustomTypesConfig, waitMs: number): Pool {
  // Replaces PGlite: the connection calls only the engine's `waitReady` and `execProtocolStream`.
  const pglite = engine as unknown as PGlite;
  let previousEnded: Promise<void> = Promise.resolve();
  /** Skips the reset of the first session, which PGlite has just opened. */
  let isFirst = true;

  class EmbeddedConnection extends PglitePgConnection {
    override async connect(port: number, host: string): Promise<void> {
      try {
        await previousEnded;
        if (!isFirst) await engine.exec(forgetSession);
        isFirst = false;
        if (engine.isReadOnly) await engine.exec(readOnlySession);
        await super.connect(port, host);
      } catch (error) {
        this.emit('error', error);
      }
    }

    override end(): void {
      super.end();
      // Listens for errors: statements that were sent fail too when the engine stops. Without a
      // listener that would throw, and `end` would never come.
      this.on('error', () => undefined);
      previousEnded = new Promise((resolve) => this.once('end', resolve));
    }
  }

  class EmbeddedClient extends Client {
    constructor(config?: string | ClientConfig) {
      const own = {
        ...(typeof config === 'object' ? config : {}),
        connection: new EmbeddedConnection({ pglite }),
      };
      super(own);
    }
  }

  const pool = new Pool({
    Client: EmbeddedClient,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitMs,
    types,
    user: 'postgres',
    database: 'postgres',
  });
  // Ignores the event: the pool listens for errors of idle connections only. In use, the statement
  // that fails reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
