import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

/*
 * The baseline of live events: node:http and one connection that listens to PostgreSQL, without
 * session, limits, checks and security headers. An event is serialised once and written to each
 * open response of its business. Settings: PORT, DATABASE_URL. The header x-tenant names the
 * business.
 */
const streams = new Map<string, Set<ServerResponse>>();

const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
client.on('notification', ({ payload = '' }) => {
  const [tenantId = '', table, id, operation] = payload.split(' ');
  const event = Buffer.from(`event: change\ndata: ${JSON.stringify({ table, id, operation })}\n\n`);
  for (const response of streams.get(tenantId) ?? []) response.write(event);
});
await client.connect();
await client.query('listen changes');

const server = createServer((request, response) => {
  if (request.url !== '/api/live') return void response.writeHead(200).end();
  const tenantId = String(request.headers['x-tenant']);
  const open = streams.get(tenantId) ?? new Set();
  streams.set(tenantId, open.add(response));
  response.on('close', () => open.delete(response));
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
