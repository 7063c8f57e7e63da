import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { childProcesses } from './child-processes.mjs';

const childrenModule = fileURLToPath(new URL('./child-processes.mjs', import.meta.url));

test('stop sends SIGTERM and waits for the children, whose output is read to its end [O-3.16]', async () => {
  const lines = [];
  const children = childProcesses();
  start(children, 'polite', "process.on('SIGTERM', () => { console.log('bye'); process.exit(0); })", lines);
  await expect.poll(() => lines).toContain('up');
  await children.stop();
  expect(lines).toEqual(['up', 'bye']);
});

test('a child that ends by itself is reported with its last lines', async () => {
  const children = childProcesses();
  start(children, 'server', "console.error('no database'); process.exit(3)", []);
  expect(await children.death).toMatchObject({
    name: 'server',
    code: 3,
    lastLines: expect.arrayContaining(['no database']),
  });
  await children.stop();
});

test('children end when their parent is killed with SIGKILL [O-3.16]', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', parentCode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise((resolve) => parent.stdout.once('data', (line) => resolve(Number(line))));
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

const parentCode = `
  import { childProcesses } from ${JSON.stringify(childrenModule)};
  const code = 'console.log(process.pid); setInterval(() => {}, 1000)';
  childProcesses().start('child', process.execPath, ['-e', code], { env: process.env, cwd: '.', onLine: (line) => console.log(line) });`;

function start(children, name, code, lines) {
  const args = ['-e', `${code}; console.log('up'); setInterval(() => {}, 1000)`];
  children.start(name, process.execPath, args, {
    env: process.env,
    cwd: '.',
    onLine: (line) => lines.push(line),
  });
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
