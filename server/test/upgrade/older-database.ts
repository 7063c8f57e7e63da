import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContents } from '../../src/commands/move/tables.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { asOwner } from '../fixtures/owner.ts';
import type { ReleaseData } from './release-data.ts';

export const ownMigrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The migration of the next release. Its number leaves room for ours. */
export const nextRelease = {
  '9000-rehearsal.sql': `alter table appointments add column rehearsed boolean not null default false;
create table rehearsals (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id));
select isolate_tenant('rehearsals');
`,
};

/** Creates a folder within `home` with the migrations that a release had. Returns its path. */
export function writeMigrations(home: string, { release, migrations }: ReleaseData): string {
  const folder = join(home, release);
  mkdirSync(folder, { recursive: true });
  for (const name of migrations) copyFileSync(join(ownMigrations, name), join(folder, name));
  return folder;
}

/** Counts and digests the rows of the release's tables, in the columns that it had. */
export async function readAll(
  held: Pick<TestDatabase, 'database' | 'ownerUrl'>,
  { tables }: ReleaseData,
): Promise<[string, object][]> {
  return asOwner(held, async (client) => {
    await client.query("set timezone = 'UTC'");
    const contents: [string, object][] = [];
    for (const table of tables) contents.push([table.name, await readContents(client, table)]);
    return contents;
  });
}
