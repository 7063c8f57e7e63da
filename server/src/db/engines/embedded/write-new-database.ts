import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

/** Writes the files of a new database, which `readNewDatabase` reads, to the path that is given. */
const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Name the file to write.');
const pglite = await PGlite.create();
const files = await pglite.dumpDataDir('gzip');
await pglite.close();
fs.writeFileSync(path, Buffer.from(await files.arrayBuffer()));
