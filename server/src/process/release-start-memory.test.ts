import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const file = new URL('./release-start-memory.ts', import.meta.url).href;

/**
 * Fills the heap with garbage, then prints its size once it has become smaller, if it ever does.
 */
const program = `
  const v8 = await import('node:v8');
  const { readdirSync } = await import('node:fs');
  const { releaseStartMemory } = await import(${JSON.stringify(file)});
  const size = () => v8.getHeapStatistics().total_heap_size;
  let needless = Array.from({ length: 2_000_000 }, (_, number) => ({ number }));
  const [full, version] = [size(), v8.cachedDataVersionTag()];
  needless = undefined;
  releaseStartMemory(100);
  const timer = setInterval(() => {
    if (size() > full / 3) return;
    clearInterval(timer);
    const kept = readdirSync(process.env.NODE_COMPILE_CACHE, { recursive: true, withFileTypes: true });
    console.log(JSON.stringify({
      sameFlags: v8.cachedDataVersionTag() === version,
      keepsModules: kept.some((each) => each.isFile()),
      gc: typeof globalThis.gc,
    }));
  }, 50);`;

test('the heap becomes small again; compiled modules are kept before, and with flags that stay [S-2.15]', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'samay-compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  await once(child, 'close');
  expect(JSON.parse(await said)).toEqual({ sameFlags: true, keepsModules: true, gc: 'undefined' });
});
