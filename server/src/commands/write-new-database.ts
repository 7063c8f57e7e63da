import fs from 'node:fs';
import { openEmbedded } from '../db/engines/embedded/open-embedded.ts';
import { migrate } from '../db/migrate/migrate.ts';

/** Writes a new database with all migrations, which `readNewDatabase` reads, to the path that is given. */
const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Name the file to write.');
const database = await openEmbedded({});
await migrate(database);
const files = await database.dump('gzip');
await database.close();
fs.writeFileSync(path, Buffer.from(await files.arrayBuffer()));
