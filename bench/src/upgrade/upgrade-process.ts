import { openPostgres } from '../../../server/src/db/postgres/open-postgres.ts';
import { migrate } from '../../../server/src/db/migrate/migrate.ts';
import { dataMoves } from '../../../server/src/scheduled-jobs/data-moves.ts';
import { moveData } from '../../../server/src/scheduled-jobs/move-data.ts';
import { setTimeout as wait } from 'node:timers/promises';

// What a new server does of an upgrade, in a process that can be killed: the migrations, and the
// moves of data every two seconds.

const { LOGIN_URL = '', OWNER_URL = '' } = process.env;
const database = await openPostgres({ url: LOGIN_URL, poolSize: 4 });
await migrate(database, { url: OWNER_URL });
process.send?.('migrated');

async function isFinished(): Promise<boolean> {
  const client = await database.pool.connect();
  try {
    await client.query('begin; set local role samay_platform');
    const { rows } = await client.query<{ finished: number }>(
      'select count(*)::int as finished from data_moves where finished_at is not null',
    );
    await client.query('commit');
    return rows[0]?.finished === dataMoves.length;
  } finally {
    client.release();
  }
}

while (!(await isFinished())) {
  // A step gives way to a request, and is taken again.
  await moveData({ database, clock: () => new Date() }, dataMoves).catch((error: unknown) =>
    console.log(String(error)),
  );
  await wait(2_000);
}
await database.close();
// The channel to the parent would keep it alive.
process.exit(0);
