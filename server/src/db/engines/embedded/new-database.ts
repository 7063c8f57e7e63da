import fs from 'node:fs';

/** A new database with all migrations. An image brings it along; a checkout has none. */
const prepared = new URL('new-database.tar.gz', import.meta.url);

/**
 * Reads the files of a new database, with which the first start takes half of the time: PostgreSQL's initdb
 * runs for seconds in WebAssembly. Undefined where the release has none.
 */
export async function readNewDatabase(): Promise<Blob | undefined> {
  return fs.existsSync(prepared) ? fs.openAsBlob(prepared, { type: 'application/x-gzip' }) : undefined;
}
