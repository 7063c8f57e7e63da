import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { isFull, printInvariant, temporaryFolder } from '../fixtures/invariants/invariant.ts';

// I-20: one process per data directory. A socket locks it on one machine, a file between containers.
const starter = fileURLToPath(new URL('../fixtures/invariants/lock-starter.ts', import.meta.url));
const starters = isFull ? 20 : 6;
const rounds = isFull ? 5 : 2;
const { folder, remove } = temporaryFolder('one-process');

afterAll(remove);

test.each(['socket', 'file'])(
  'one of many concurrent starts gets the directory, and a kill frees it (%s) [I-20]',
  async (how) => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const answers = await startTogether(how);
      const holders = answers.filter(({ answer }) => answer === 'held');
      const refused = answers.filter(({ answer }) =>
        /^Another Samay process .*already uses .*another DATA_DIR\.$/.test(answer),
      );
      if (holders.length !== 1 || refused.length !== starters - 1) violations += 1;
      // Starts the next round with the leftovers of a killed process.
      await Promise.all(holders.map(({ child }) => kill(child)));
    }
    printInvariant({ id: 'I-20', driver: 'embedded', how, n: rounds, starters, violations });
    expect(violations).toBe(0);
  },
);

interface Answer {
  child: ChildProcess;
  answer: string;
}

async function startTogether(how: string): Promise<Answer[]> {
  const children = Array.from({ length: starters }, () =>
    spawn(process.execPath, [starter, how, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(children.map(nextLine));
  const answers = children.map(async (child) => ({ child, answer: await nextLine(child) }));
  for (const child of children) child.stdin.write('go\n');
  return Promise.all(answers);
}

async function nextLine(child: ChildProcess): Promise<string> {
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return line.toString().trim();
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
