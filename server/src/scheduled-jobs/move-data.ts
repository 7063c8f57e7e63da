import { sql } from 'kysely';
import { asJob } from '../db/tenant.ts';
import type { Dependencies } from '../context/dependencies.ts';
import type { DataMove } from './data-moves.ts';

/** Steps of one run: a server that stops waits for the current run. */
const stepsPerRun = 10;

/**
 * Job: runs the next steps of the first data move that has not finished. Each step and its cursor
 * are one transaction, so that a killed process loses one step and another resumes (0021). One
 * process at a time runs it; the others skip.
 */
export async function moveData(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  moves: readonly DataMove[],
): Promise<void> {
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

async function takeStep(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  { name, step }: DataMove,
): Promise<Outcome> {
  return asJob(dependencies, async (tx) => {
    const now = dependencies.clock();
    const begun = tx
      .insertInto('data_moves')
      .values({ name, cursor: null, started_at: now, finished_at: null });
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
    // No live changes are announced (migration 0030), and a step that waits for a lock blocks
    // others only briefly.
    await sql`select set_config('app.moves_data', 'on', true), set_config('lock_timeout', '2s', true)`.execute(
      tx,
    );
    const cursor = await step(tx, progress.cursor ?? undefined);
    await tx
      .updateTable('data_moves')
      .set((row) => ({
        cursor: cursor ?? progress.cursor,
        steps: row('steps', '+', 1),
        finished_at: cursor === undefined ? now : null,
      }))
      .where('name', '=', name)
      .execute();
    return cursor === undefined ? 'finished' : 'moved';
  });
}
