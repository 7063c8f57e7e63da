import { setTimeout as sleep } from 'node:timers/promises';
import { readLog } from '../database/statement-log.ts';
import type { Cluster } from '../servers/postgres-cluster.ts';

/**
 * Makes the coordinator log each statement that reads more than one shard, on new connections to
 * the database.
 */
export async function logMultiShard({ admin }: Cluster): Promise<void> {
  await admin(async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await client.query(
      `alter database ${client.escapeIdentifier(rows[0]?.name ?? '')} set citus.multi_task_query_log_level = 'log'`,
    );
  });
}

/**
 * Returns the statements that read more than one shard during some work, each once. The log is
 * written a moment late.
 */
export async function multiShardDuring(cluster: Cluster, work: () => Promise<unknown>): Promise<string[]> {
  const before = (await readLog(cluster)).length;
  await work();
  await sleep(500);
  return multiShardIn((await readLog(cluster)).slice(before));
}

/**
 * Reads `LOG:  multi-task query about to be executed` with the `STATEMENT:` that follows it in the
 * same process; continued lines begin with a tab.
 */
export function multiShardIn(log: string): string[] {
  const found = new Set<string>();
  const waiting = new Set<string>();
  for (const [, process = '', kind = '', text = ''] of log.matchAll(
    /^\d{4}-\d\d-\d\d [^[]*\[(\d+)\] (\w+): {2}((?:.*)(?:\n\t.*)*)/gm,
  )) {
    if (kind === 'LOG' && text.startsWith('multi-task query')) waiting.add(process);
    else if (kind === 'STATEMENT' && waiting.delete(process)) found.add(text.replaceAll(/\s+/g, ' ').trim());
  }
  return [...found];
}
