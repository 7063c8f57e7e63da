import { sql } from 'kysely';
import { asJob } from '../db/tenant.ts';
import type { Dependencies } from '../context/dependencies.ts';
import type { DataMove } from './data-moves.ts';

/** So many at a time, since a server that is told to stop waits for them. */
const stepsPerRun = 10;

/**
 * Takes the next steps of the first move that has not finished: each in a transaction of its own, together with the cursor that it leaves,
 * so that a process that is killed loses one step and another one goes on (0021). One process at a time; the others pass.
 */
export async function moveData(dependencies: Pick<Dependencies, 'database' | 'clock'>, moves: readonly DataMove[]): Promise<void> {
  let left = stepsPerRun;
  for (const move of moves) {
    let outcome: Outcome = 'moved';
    while (outcome === 'moved' && left > 0) {
      left -= 1;
      outcome = await takeStep(dependencies, move);
    }
    if (outcome !== 'finished') return;
  }
}

type Outcome = 'moved' | 'finished' | 'elsewhere';

async function takeStep(dependencies: Pick<Dependencies, 'database' | 'clock'>, { name, step }: DataMove): Promise<Outcome> {
  return asJob(dependencies, async (tx) => {
    const now = dependencies.clock();
    const begun = tx.insertInto('data_moves').values({ name, cursor: null, started_at: now, finished_at: null });
    await begun.onConflict((conflict) => conflict.column('name').doNothing()).execute();
    const progress = await tx
      .selectFrom('data_moves')
      .select(['cursor', 'finished_at'])
      .where('name', '=', name)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (progress === undefined) return 'elsewhere';
    if (progress.finished_at !== null) return 'finished';
    // Screens are not told (migration 0030), and nobody waits long behind a step that waits for a lock.
    await sql`select set_config('app.moves_data', 'on', true), set_config('lock_timeout', '2s', true)`.execute(tx);
    const cursor = await step(tx, progress.cursor ?? undefined);
    await tx
      .updateTable('data_moves')
      .set((row) => ({ cursor: cursor ?? progress.cursor, steps: row('steps', '+', 1), finished_at: cursor === undefined ? now : null }))
      .where('name', '=', name)
      .execute();
    return cursor === undefined ? 'finished' : 'moved';
  });
}
