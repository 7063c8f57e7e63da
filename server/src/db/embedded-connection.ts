import type { PGlite } from '@electric-sql/pglite';
import { PglitePgConnection } from '@electric-sql/pglite/node-postgres';
import { Client, type ClientConfig, type CustomTypesConfig, Pool } from 'pg';

/** What a PostgreSQL server forgets when a connection ends; `listen` is left out, since it belongs to the whole process here. */
const forgetSession = `rollback; reset session authorization; reset role; reset all; deallocate all; close all;
  discard temp; select pg_advisory_unlock_all()`;

/**
 * A pool of the one session that PGlite has. Each client gets a connection of its own, and the session starts anew with it: as shipped,
 * a client given back in the middle of a transaction broke the pool for good.
 */
export function embeddedPool(pglite: PGlite, types: CustomTypesConfig): Pool {
  let previousEnded: Promise<void> = Promise.resolve();

  class EmbeddedConnection extends PglitePgConnection {
    override async connect(port: number, host: string): Promise<void> {
      try {
        await previousEnded;
        await pglite.exec(forgetSession);
        await super.connect(port, host);
      } catch (error) {
        this.emit('error', error);
      }
    }

    override end(): void {
      super.end();
      previousEnded = new Promise((resolve) => this.once('end', resolve));
    }
  }

  class EmbeddedClient extends Client {
    constructor(config?: string | ClientConfig) {
      const own = { ...(typeof config === 'object' ? config : {}), connection: new EmbeddedConnection({ pglite }) };
      super(own);
    }
  }

  return new Pool({ Client: EmbeddedClient, max: 1, idleTimeoutMillis: 0, types, user: 'postgres', database: 'postgres' });
}
