import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pinnedNode } from './setup/pinned-node.mjs';

const schema = new URL('../server/schema/', import.meta.url);
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
  'online-payments',
  'reach',
  'archives',
  'imports',
  'public',
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const node = pinnedNode(fileURLToPath(new URL('..', import.meta.url)));
  execFileSync(node, [fileURLToPath(tables)], { stdio: 'inherit' });
}
