import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const watchdog = new URL('./loop-watchdog.ts', import.meta.url).href;

/** Runs a process that watches itself for two seconds of silence, and then does this. */
async function run(work: string): Promise<{ code: number | null; signal: string | null; said: string }> {
  const program = `const { watchLoop } = await import(${JSON.stringify(watchdog)}); const stop = watchLoop(2); ${work}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, said: await said };
}

test('a process whose event loop is blocked is ended, with a line in the log [O-2.14]', async () => {
  const { signal, said } = await run('setTimeout(() => { for (;;); }, 1000);');
  expect(signal).toBe('SIGKILL');
  expect(JSON.parse(said)).toMatchObject({ level: 60, msg: 'stuck for 2 s: this process is ended' });
});

test('one that lives is left alone, and ends as it likes', async () => {
  const { code, said } = await run('setTimeout(async () => { await stop(); console.log("done"); }, 4000);');
  expect({ code, said }).toEqual({ code: 0, said: 'done\n' });
});
