import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pinnedNode } from './setup/pinned-node.mjs';

const schema = new URL('../server/schema/', import.meta.url);
const baseline = new URL('../server/migrations/0001-baseline.sql', import.meta.url);
const tables = new URL('../server/schema/generate-tables.ts', import.meta.url);

/** The modules of the schema: each uses only those before it. */
const modules = [
  'identity',
  'tenancy',
  'db',
  'outbox',
  'audit',
  'availability',
  'bookings',
  'reach',
  'archives',
  'platform',
];

/** Lists the schema files in the order in which they run. */
export function schemaFiles() {
  const ofModules = modules.flatMap((module) =>
    [`${module}/tables.sql`, `${module}/functions.sql`].filter((name) =>
      fs.existsSync(new URL(name, schema)),
    ),
  );
  return ['roles.sql', ...ofModules].map((name) => ({
    name,
    sql: fs.readFileSync(new URL(name, schema), 'utf8'),
  }));
}

/** Returns the text of server/migrations/0001-baseline.sql: all schema files in one. */
export function baselineText() {
  const parts = schemaFiles().map(({ name, sql }) => `-- server/schema/${name}\n\n${sql.trim()}\n`);
  return `-- Made from server/schema by \`npm run schema\`. Edit the files there.\n-- oldest release: 0001\n\n${parts.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  fs.writeFileSync(baseline, baselineText());
  const node = pinnedNode(fileURLToPath(new URL('..', import.meta.url)));
  execFileSync(node, [fileURLToPath(tables)], { stdio: 'inherit' });
}
