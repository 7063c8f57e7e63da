import DataLoader from 'dataloader';
import type { Pool, QueryResult } from 'pg';
import { inOneWrite, type Planned, plan, queryTogether } from './together.ts';

/** A statement that only reads, and the opening that says in whose business. */
interface Read {
  readonly opening: Planned;
  readonly last: Planned;
}

/** On its way. Wrapped, so that whoever is answered first need not wait for the others. */
interface Sent {
  readonly answer: Promise<QueryResult>;
}

/** As many as one connection answers one after the other while others could. */
const most = 4;

/**
 * Reads of transactions that need no connection of their own, a few of one turn of the event loop to a connection (decision 0019): most of what a
 * short read costs is waking the process at its other end. Each is a message of its own that PostgreSQL begins and ends by itself: neither
 * the business that its opening names nor its failing reaches the next one.
 */
export class SharedReads {
  readonly #loader: DataLoader<Read, Sent>;

  constructor(pool: Pool) {
    this.#loader = new DataLoader((reads) => send(pool, reads), {
      cache: false,
      maxBatchSize: most,
      batchScheduleFn: (sendAll) => setImmediate(sendAll),
    });
  }

  async read(opening: Planned, last: Planned): Promise<QueryResult> {
    const { answer } = await this.#loader.load({ opening, last });
    return answer;
  }
}

async function send(pool: Pool, reads: readonly Read[]): Promise<Sent[]> {
  const client = await pool.connect();
  const openings = reads.map(({ opening }) => opening);
  await plan(client, openings).catch((error: Error) => {
    client.release(error);
    throw error;
  });
  const answers = inOneWrite(client, () => reads.map(({ opening, last }) => queryTogether(client, [opening], last)));
  void Promise.allSettled(answers).then(() => client.release());
  return answers.map((answer) => ({ answer }));
}
