import type { Database } from './client/database.ts';
import { connectionsOf, isEmbedded } from './client/open-database.ts';
import { probeConnections, type ProbeResult } from './client/probe-connections.ts';

export { isMigrated } from './migrate/pending-migrations.ts';

/** Whether requests would be served now, judged by the connections that are idle. */
export async function probeDatabase(database: Database, timeoutMs: number): Promise<ProbeResult> {
  return probeConnections(connectionsOf(database), timeoutMs);
}

/**
 * False where the database inside this process is stuck. Sends no statement, and is always true for
 * PostgreSQL.
 */
export function isEngineRunning(database: Database): boolean {
  return !isEmbedded(database) || database.isRunning();
}

/**
 * False while this machine's clock differs from the database's, and nothing is read or written
 * (postgres/clock-check.ts).
 */
export function isClockRight(database: Database): boolean {
  return connectionsOf(database).isClockRight?.() ?? true;
}
