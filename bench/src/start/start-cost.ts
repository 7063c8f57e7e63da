import type { ChildProcess } from 'node:child_process';
import { median } from '../load/median.ts';
import { end } from '../servers/node-process.ts';
import { firstAnswer } from './first-answer.ts';
import { settledMemory } from './resident-memory.ts';

/** The product on a migrated PostgreSQL, and the demo on its filled directory. */
export type Program = 'postgres' | 'embedded';

/** The function that starts each program, and its port. */
export type Programs = Readonly<Record<Program, { readonly port: number; start(): ChildProcess }>>;

export interface StartCost {
  /** Median of the milliseconds from start to first answer, and of each turn. */
  readonly milliseconds: Readonly<
    Record<Program, { readonly median: number; readonly turns: readonly number[] }>
  >;
  /** Resident memory in MB after start and first page, settled. */
  readonly memory: Readonly<Record<Program, number>>;
}

/**
 * Starts each program in turns, A B A B …, after a start of each that migrates, fills the demo
 * and compiles; then reads the memory of each.
 */
export async function measureStart(programs: Programs, { turns }: { turns: number }): Promise<StartCost> {
  const names = Object.keys(programs) as Program[];
  const milliseconds: Record<Program, number[]> = { postgres: [], embedded: [] };
  for (const name of names) await started(programs[name], async () => undefined);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const name of names)
      milliseconds[name].push(await started(programs[name], async ({ milliseconds: taken }) => taken));
  }
  const memory: Record<Program, number> = { postgres: Number.NaN, embedded: Number.NaN };
  for (const name of names)
    memory[name] = await started(programs[name], ({ child }) => settledMemory(child.pid ?? 0));
  const of = (name: Program) => ({ median: median(milliseconds[name]), turns: milliseconds[name] });
  return { milliseconds: { postgres: of('postgres'), embedded: of('embedded') }, memory };
}

/** Starts a program until its first answer, measures it, and ends it. */
async function started<T>(
  { port, start }: Programs[Program],
  look: (first: { child: ChildProcess; milliseconds: number }) => Promise<T>,
): Promise<T> {
  const first = await firstAnswer(start, port);
  try {
    return await look(first);
  } finally {
    await end(first.child);
  }
}
