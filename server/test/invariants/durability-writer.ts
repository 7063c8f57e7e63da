import { type Database, warningsLog } from '../../src/db/database.ts';
import { openEmbedded } from '../../src/db/open-embedded.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';

// Writes rows until it is killed, and says the number of each once its commit was acknowledged.
//   node durability-writer.ts embedded <folder> <first number>
//   node durability-writer.ts postgres <url> <first number>
const [kind, where, first] = process.argv.slice(2);
if (where === undefined) throw new Error('which database?');
const writers = 4;
let next = Number(first);

const database = await (kind === 'embedded'
  ? openEmbedded({ directory: where })
  : openPostgres({ url: where, poolSize: writers, log: warningsLog }));
try {
  await database.pool.query('create table if not exists acknowledged (id bigint primary key, filler text not null)');
  await Promise.all(Array.from({ length: writers }, () => writeOn(database)));
} catch (error) {
  // Under PostgreSQL it is the server that is killed: the connections break, and nothing more can be acknowledged.
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}

async function writeOn({ pool }: Database): Promise<never> {
  for (;;) {
    const id = next;
    next += 1;
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`insert into acknowledged values ($1, repeat('x', 200))`, [id]);
    await client.query('commit');
    client.release();
    process.stdout.write(`${id}\n`);
  }
}
