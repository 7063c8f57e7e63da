import { createHash } from 'node:crypto';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { readContents } from './queries.ts';
import { storedName } from './receive.ts';

/**
 * Compares every file that a booking has with its row. Returns the ids of the files that are
 * missing or differ.
 * @throws AppError `file.unavailable` where the store does not answer, which says nothing about the
 *   files
 */
export async function checkFileContents(
  dependencies: Pick<Dependencies, 'database' | 'files'>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await asJob(dependencies, (tx) => run(tx, platform, readContents({ after })));
    for (const { tenant_id: tenantId, id, sha256 } of rows) {
      const name = storedName(tenantId, id);
      const found = await readHash(dependencies, name);
      if (found !== sha256) wrong.push(name);
    }
    const last = rows.at(-1);
    if (!last) return wrong;
    after = last.id;
  }
}

/** Returns a file's hash; undefined where there is no such file. */
async function readHash({ files }: Pick<Dependencies, 'files'>, name: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of (await files.read(name)) as AsyncIterable<Buffer>) hash.update(chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
  return hash.digest('hex');
}
