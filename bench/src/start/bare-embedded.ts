import { createServer } from 'node:http';
import { PGlite } from '@electric-sql/pglite';

/*
 * The lower bound of the embedded start: opens the same directory with PGlite alone and answers
 * each request from it. Settings: PORT, DATA_DIR.
 */
const database = await PGlite.create(`${process.env['DATA_DIR']}/database`);

const server = createServer((_request, response) => {
  void database.query('select count(*) from tenants').then(({ rows }) => response.end(JSON.stringify(rows)));
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => void database.close().then(() => process.exit(0)));
