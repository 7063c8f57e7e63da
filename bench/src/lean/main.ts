import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { valuesOfDays } from './days.ts';
import { statements } from './statements.ts';

/*
 * The lower bound of the benchmarks: node:http and pg, each request one statement whose JSON is
 * sent as its text. It has no session, role switch, contract, counts, plan, cursor, log or security
 * headers, and checks nothing. Settings: PORT, DATABASE_URL, DATABASE_POOL_SIZE. The header
 * x-tenant names the business.
 */
pg.types.setTypeParser(pg.types.builtins.JSON, (text) => text);

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
  // The settings of the product's transactions, so that both get the same query plans.
  options: '-c random_page_cost=1.1',
});

const server = createServer((request, response) => {
  void answer(request).then(
    ({ status, reply }) => {
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(reply),
      });
      response.end(reply);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});

async function answer(request: IncomingMessage): Promise<{ status: number; reply: string }> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lean');
  const tenantId = String(request.headers['x-tenant'] ?? '');
  if (pathname === '/api/health/ready') return { status: 200, reply: '{}' };
  if (request.method === 'POST')
    return { status: 201, reply: await create(tenantId, Buffer.concat(await request.toArray()).toString()) };
  if (pathname === '/api/revenue')
    return {
      status: 200,
      reply: await run('revenue', [tenantId, searchParams.get('from'), searchParams.get('to')]),
    };
  if (pathname === '/api/slots')
    return {
      status: 200,
      reply: await run(
        'slots',
        valuesOfDays(tenantId, { from: searchParams.get('from'), to: searchParams.get('to') }),
      ),
    };
  const search = searchParams.get('search');
  return {
    status: 200,
    reply: await (search ? run('search', [tenantId, `%${search}%`]) : run('list', [tenantId])),
  };
}

async function create(tenantId: string, body: string): Promise<string> {
  const { personName, personEmail, personContact, doctor, date, time, amount, paymentMethod } =
    JSON.parse(body);
  const person = [personName, personEmail, personContact, doctor];
  return run('create', [tenantId, `booking_${randomUUID()}`, ...person, date, time, amount, paymentMethod]);
}

/**
 * Returns the JSON of a statement, which is not prepared: `pg` is used like that, and a prepared
 * one would be faster than the base of the targets.
 */
async function run(name: keyof typeof statements, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<{ reply: string }>(statements[name], values);
  return rows[0]?.reply ?? '{}';
}

server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
