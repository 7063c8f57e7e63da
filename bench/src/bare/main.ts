import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { create, list, revenue, slots } from './verbs.ts';

/*
 * The baseline of the benchmarks: node:http and pg with the product's statements, but without
 * session, role switch, contract, log and security headers. Settings: PORT, DATABASE_URL,
 * DATABASE_POOL_SIZE. The header x-tenant names the business.
 */
const { builtins } = pg.types;
// The same parsers as in the product: dates and times are text, sums are numbers.
for (const type of [builtins.DATE, builtins.TIME]) pg.types.setTypeParser(type, (text) => text);
pg.types.setTypeParser(builtins.INT8, Number);

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
  // The product sets the same in each transaction, so both get the same query plans.
  options: '-c random_page_cost=1.1',
});

const server = createServer((request, response) => {
  void answer(request).then(
    ({ status, reply }) => {
      const body = JSON.stringify(reply);
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});

async function answer(request: IncomingMessage): Promise<{ status: number; reply: unknown }> {
  const url = new URL(request.url ?? '/', 'http://bare');
  const tenantId = String(request.headers['x-tenant'] ?? '');
  if (url.pathname === '/api/health/ready') return { status: 200, reply: { status: 'ok' } };
  if (url.pathname === '/api/revenue') {
    return {
      status: 200,
      reply: await revenue(
        pool,
        tenantId,
        url.searchParams.get('from') ?? '',
        url.searchParams.get('to') ?? '',
      ),
    };
  }
  if (url.pathname === '/api/slots') {
    return {
      status: 200,
      reply: await slots(pool, tenantId, {
        from: url.searchParams.get('from'),
        to: url.searchParams.get('to'),
      }),
    };
  }
  if (request.method === 'POST') {
    const key = String(request.headers['idempotency-key']);
    return {
      status: 201,
      reply: await create(pool, tenantId, key, Buffer.concat(await request.toArray()).toString()),
    };
  }
  const month = { start: process.env['MONTH_START'] ?? '', end: process.env['MONTH_END'] ?? '' };
  return { status: 200, reply: await list(pool, tenantId, month, url.searchParams.get('search')) };
}

server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
