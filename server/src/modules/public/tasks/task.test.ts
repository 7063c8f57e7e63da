import { hash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { newSecrets } from '../../../core/secrets.ts';
import { solverScript } from './script.ts';
import { isSolved, makeTask, taskSeconds } from './task.ts';

const now = new Date('2026-11-21T05:30:00Z');
const [{ codeKeys: keys }, { codeKeys: others }] = [newSecrets(), newSecrets()];
const at = { tenantId: 'a', now };

/** Solves a task as the worker of a browser does. */
async function solve(task: string): Promise<string> {
  return new Promise((solved) => {
    const worker: { onmessage?: (event: object) => void } & Record<string, unknown> = {
      crypto,
      TextEncoder,
      postMessage: (found: number) => solved(String(found)),
    };
    runInNewContext(solverScript, worker);
    worker.onmessage?.({ data: task });
  });
}

/** Solves it without a worker. */
function count(task: string): string {
  for (let tried = 0; ; tried += 1) if (solves(task, String(tried))) return String(tried);
}

function solves(task: string, solution: string): boolean {
  return hash('sha256', `${task}.${solution}`, 'buffer').readUInt16BE() === 0;
}

it('is solved by the script of the page, for its business and its ten minutes [T-2.58]', async () => {
  const task = makeTask(keys, at);
  const solution = await solve(task);
  expect(isSolved([...others, ...keys], at, { task, solution })).toBe(true);
  expect(isSolved(others, at, { task, solution })).toBe(false);
  expect(isSolved(keys, { ...at, tenantId: 'b' }, { task, solution })).toBe(false);
  const ended = new Date(now.getTime() + taskSeconds * 1000);
  expect(isSolved(keys, { ...at, now: ended }, { task, solution })).toBe(false);
  const [until = '', ...rest] = task.split('.');
  const longer = [String(Number(until) + 1), ...rest].join('.');
  expect(isSolved(keys, at, { task: longer, solution: count(longer) })).toBe(false);
  // The next number solves it too, once in 65,536.
  const next = [1, 2, 3].map((more) => String(Number(solution) + more)).find((other) => !solves(task, other));
  for (const wrong of ['', '-1', `${solution} `, next ?? '', '1e5'])
    expect([wrong, isSolved(keys, at, { task, solution: wrong })]).toEqual([wrong, false]);
});
