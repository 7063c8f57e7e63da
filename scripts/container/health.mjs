import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** The file that says that roles, database and repository of backups are prepared. */
export const preparedFile = '/tmp/prepared';
export const socketFolder = '/run/postgresql';

const timeoutMs = 4000;

/** Returns whether the server of this container can serve: it asks its readiness. */
export async function health(port = process.env.PORT ?? 3000) {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal }).catch(() => undefined);
  return answer?.status === 200;
}

/** Returns whether PostgreSQL of this container accepts connections and is prepared. */
export async function isDatabaseReady() {
  if (!existsSync(preparedFile)) return false;
  return promisify(execFile)('pg_isready', ['-q', '-U', 'postgres', '-h', socketFolder]).then(
    () => true,
    () => false,
  );
}
