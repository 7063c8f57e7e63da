import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { buildWorkbook } from '../../../../test/fixtures/imports/workbooks.ts';
import { temporaryFolder } from '../../../../test/fixtures/invariants/invariant.ts';
import { AppError } from '../../../core/app-error.ts';
import { Readings } from './readings.ts';

const folder = temporaryFolder('readings');
afterAll(() => folder.remove());

/** A process that handles a file by its name. */
const pretend = pathToFileURL(join(folder.folder, 'pretend.mjs'));
beforeAll(() =>
  writeFile(
    pretend,
    `const name = process.argv[2];
    if (name === 'endless') while (true);
    if (name === 'swelling') for (const all = []; ; ) all.push(new Array(1000).fill(0));
    if (name === 'faulty') throw new Error('a fault');
    for await (const _ of process.stdin);
    process.stdout.write(JSON.stringify({ lines: [{ line: 1, cells: [Object.keys(process.env).join()] }] }) + '\\n{"end":true}\\n');`,
  ),
);

const run = async (readings: Readings, fileName: string, content: Buffer | string = 'x') => {
  const cells: string[] = [];
  const logged: string[] = [];
  const outcome = await readings
    .read(
      { content: [Buffer.from(content)] as unknown as AsyncIterable<Buffer>, fileName },
      async (lines) => {
        cells.push(...lines.flatMap((line) => line.cells));
      },
      { error: (_, message) => logged.push(message) },
    )
    .then(
      () => 'read',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  return { outcome, cells, logged };
};

test.each(['endless', 'swelling', 'faulty'])(
  'a file whose process is %s is refused and logged, and the next one is read [P-15.54, T-5.13]',
  async (name) => {
    const readings = new Readings({ heapMb: 16, silentMs: name === 'endless' ? 2000 : 60_000 }, pretend);
    expect(await run(readings, name)).toEqual({
      outcome: 'import.not_read',
      cells: [],
      logged: ['a file could not be read'],
    });
    // It was started without the environment, which holds secrets.
    expect(await run(readings, 'plain')).toEqual({ outcome: 'read', cells: [''], logged: [] });
  },
);

it('reads a text and a workbook in a process of its own, and passes its refusals on', async () => {
  const readings = new Readings();
  expect(await run(readings, 'a.csv', 'Name\nआशा\n')).toMatchObject({
    outcome: 'read',
    cells: ['Name', 'आशा'],
  });
  const workbook = buildWorkbook({ rows: [['Name'], ['Asha']] });
  expect(await run(readings, 'a.xlsx', workbook)).toMatchObject({ outcome: 'read', cells: ['Name', 'Asha'] });
  expect(await run(readings, 'a.csv', workbook)).toMatchObject({
    outcome: 'import.other_content',
    logged: [],
  });
});

it('waits for what takes the lines, and stops where that fails', async () => {
  const taken: number[] = [];
  const content = 'x\n'.repeat(100_000);
  const reading = new Readings().read(
    { content: [Buffer.from(content)] as unknown as AsyncIterable<Buffer>, fileName: 'a.csv' },
    async (lines) => {
      taken.push(lines.length);
      if (taken.length === 3) throw new Error('no room');
    },
    { error: () => undefined },
  );
  await expect(reading).rejects.toThrow('no room');
  expect(taken).toEqual([200, 200, 200]);
});
