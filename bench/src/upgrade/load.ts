import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';

/** What the writers of the last release saw. */
export interface Seen {
  bookings: number;
  failures: string[];
  /** The longest transaction of a booking, in milliseconds. */
  longestMs: number;
  /** The longest wait for a lock that was seen, in milliseconds. */
  longestWaitMs: number;
}

/**
 * Books and moves as servers of the last release do, and looks for waits every 20 ms, until it is
 * stopped.
 */
export function startLoad(
  loginUrl: string,
  adminUrl: string,
  tenantIds: readonly string[],
  writers = 4,
): { stop(): Promise<Seen> } {
  const seen: Seen = { bookings: 0, failures: [], longestMs: 0, longestWaitMs: 0 };
  const state = { isRunning: true };
  const running = [...Array.from({ length: writers }, () => write()), watch()];

  async function write(): Promise<void> {
    const client = new pg.Client({ connectionString: loginUrl });
    await client.connect();
    while (state.isRunning) {
      const started = performance.now();
      await book(client, tenantIds[randomInt(tenantIds.length)] ?? '').catch(async (error: unknown) => {
        seen.failures.push(String(error));
        await client.query('rollback');
      });
      seen.bookings += 1;
      seen.longestMs = Math.max(seen.longestMs, performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await client.end();
  }

  async function watch(): Promise<void> {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    while (state.isRunning) {
      const { rows } = await client.query<{ ms: number | null }>(
        'select extract(epoch from max(clock_timestamp() - waitstart))::float8 * 1000 as ms from pg_locks where not granted',
      );
      seen.longestWaitMs = Math.max(seen.longestWaitMs, rows[0]?.ms ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await client.end();
  }

  return {
    stop: async () => {
      state.isRunning = false;
      await Promise.all(running);
      return seen;
    },
  };
}

async function book(client: pg.Client, tenantId: string): Promise<void> {
  const id = randomUUID();
  await client.query(`begin; set local role samay_app; set local app.tenant_id = '${tenantId}'`);
  await client.query(
    `insert into appointments (tenant_id, id, reference, person_name, person_email, doctor, appointment_date, appointment_time)
      select $1, $2, $3, 'Meera Joshi', 'meera@people.example',
        (select doctor from appointments where tenant_id = $1 and doctor is not null limit 1),
        current_date + $4::int, time '09:00' + $5::int * interval '15 minutes'`,
    [tenantId, id, id, randomInt(1, 60), randomInt(36)],
  );
  await client.query('commit');
  await client.query(`begin; set local role samay_app; set local app.tenant_id = '${tenantId}'`);
  await client.query('select from appointments where tenant_id = $1 and id = $2 for update', [tenantId, id]);
  await client.query(
    `update appointments set appointment_time = time '09:00' + $3::int * interval '15 minutes' where tenant_id = $1 and id = $2`,
    [tenantId, id, randomInt(36)],
  );
  await client.query('commit');
}
