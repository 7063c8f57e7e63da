import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { days, valuesOfDays } from '../lean/days.ts';
import { type Row, shown } from './rows.ts';
import * as statements from './statements.ts';

interface Month {
  readonly start: string;
  readonly end: string;
}

/** The first page of the list or of a search. */
export async function list(
  pool: pg.Pool,
  tenantId: string,
  month: Month,
  search: string | null,
): Promise<object> {
  await pool.query(statements.subscription, [tenantId, 1]);
  const used = await pool.query<{ count: number }>(statements.countInCycle, [
    tenantId,
    month.start,
    month.end,
  ]);
  const found = search && (await find(pool, tenantId, search));
  const rows = await (found
    ? pool.query<Row>(statements.foundList, [tenantId, found, 51])
    : pool.query<Row>(statements.list, [tenantId, 51]));
  const counts = await (found
    ? pool.query(statements.foundCounts, [tenantId, found])
    : pool.query(statements.counts, [tenantId]));
  return { items: rows.rows.slice(0, 50).map(shown), counts: counts.rows, used: used.rows[0]?.count };
}

async function find(pool: pg.Pool, tenantId: string, search: string): Promise<string[]> {
  const digits = search.replaceAll(/\D/g, '');
  const parameters = [tenantId, `%${search}%`];
  const { rows } = await (/^[\d ]{6,}$/.test(search)
    ? pool.query<{ id: string }>(statements.foundWithNumber, [...parameters, digits])
    : pool.query<{ id: string }>(statements.found, parameters));
  return rows.map(({ id }) => id);
}

export async function revenue(
  pool: pg.Pool,
  tenantId: string,
  from: string,
  to: string,
): Promise<object | undefined> {
  const { rows } = await pool.query<{ total: number; bookings: number }>(statements.revenue, [
    tenantId,
    from,
    to,
  ]);
  return rows[0];
}

/** What free starts are computed from. */
export async function slots(
  pool: pg.Pool,
  tenantId: string,
  range: Parameters<typeof valuesOfDays>[1],
): Promise<object | undefined> {
  const { rows } = await pool.query<object>(days, valuesOfDays(tenantId, range));
  return rows[0];
}

/** Creates a booking in one transaction, as the product does. */
export async function create(pool: pg.Pool, tenantId: string, key: string, body: string): Promise<object> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const reply = await book(client, tenantId, key, body);
    await client.query('commit');
    return reply;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function book(client: pg.PoolClient, tenantId: string, key: string, body: string): Promise<object> {
  const at = new Date();
  await client.query(statements.claimKey, [
    tenantId,
    key,
    createHash('sha256').update(body).digest('hex'),
    at,
  ]);
  const booking = JSON.parse(body);
  await client.query(statements.lockedSubscription, [tenantId, 1]);
  const month = { start: `${booking.date.slice(0, 7)}-01`, end: `${booking.date.slice(0, 7)}-28` };
  await client.query(statements.countInCycle, [tenantId, month.start, month.end]);
  const id = await insert(client, tenantId, booking, at);
  await client.query(statements.insertAudit, [
    tenantId,
    at,
    null,
    'appointment.created',
    id,
    '{}',
    randomUUID(),
  ]);
  const { rows } = await client.query<Row>(statements.one, [tenantId, id]);
  const reply = rows.map(shown)[0] ?? {};
  await client.query(statements.keepReply, [tenantId, key, JSON.stringify(reply)]);
  return reply;
}

async function insert(
  client: pg.PoolClient,
  tenantId: string,
  booking: Record<string, unknown>,
  at: Date,
): Promise<unknown> {
  for (let millisecond = at.getTime(); ; millisecond += 1) {
    const { personName, personEmail, personContact, doctor, date, time, amount, paymentMethod } = booking;
    const person = [personName, personEmail, personContact, doctor, date, time, amount, paymentMethod];
    const { rows } = await client.query(statements.insertAppointment, [
      tenantId,
      `booking_${millisecond}`,
      ...person,
      null,
      null,
      at,
      at,
    ]);
    if (rows[0]) return rows[0].id;
  }
}
