import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ColumnUse } from '@samay/contract/imports/columns';
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
    `const { fileName } = JSON.parse(process.argv[2]);
    if (fileName === 'endless') while (true);
    if (fileName === 'swelling') for (const all = []; ; ) all.push(new Array(1000).fill(0));
    if (fileName === 'faulty') throw new Error('a fault');
    for await (const _ of process.stdin);
    const row = { line: 1, cells: [Object.keys(process.env).join()], problems: [] };
    process.stdout.write(JSON.stringify({ rows: [row] }) + '\\n{"end":true}\\n');`,
  ),
);

async function* contentOf(content: Buffer | string) {
  yield Buffer.from(content);
}

const uses: ColumnUse[] = [{ target: 'name', order: 'day' }];
const about = { kind: 'people', uses, today: '2026-11-29' } as const;

const run = async (readings: Readings, fileName: string, content: Buffer | string = 'x') => {
  const cells: string[] = [];
  const logged: string[] = [];
  const log = { error: (_: object, message: string) => logged.push(message) };
  const outcome = await readings
    .readRows(contentOf(content), { fileName, about, log }, async (rows) => {
      cells.push(...rows.flatMap((row) => row.cells));
    })
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
  expect(await run(readings, 'a.csv', 'Name\nआशा\n')).toMatchObject({ outcome: 'read', cells: ['आशा'] });
  const workbook = buildWorkbook({ rows: [['Name'], ['Asha']] });
  expect(await run(readings, 'a.xlsx', workbook)).toMatchObject({ outcome: 'read', cells: ['Asha'] });
  expect(await run(readings, 'a.csv', workbook)).toMatchObject({
    outcome: 'import.other_content',
    logged: [],
  });
});

it('recognises the columns of a whole file there, and refuses one without rows', async () => {
  const recognise = async (text: string) =>
    new Readings().recognise(
      contentOf(text),
      { fileName: 'a.csv', kind: 'people' },
      { error: () => undefined },
    );
  const lines = Array.from({ length: 500 }, (_, at) => `Asha ${at},98200 ${10_000 + at}`);
  expect(await recognise(['Name,Mobile', ...lines].join('\n'))).toMatchObject({
    headLine: 1,
    rows: 500,
    columns: [{ target: 'name' }, { target: 'contact' }],
  });
  await expect(recognise('Name,Mobile\nTotal,0\n')).rejects.toThrow('import.empty');
});

it('waits for what takes the rows, and stops where that fails', async () => {
  const taken: number[] = [];
  const reading = new Readings().readRows(
    contentOf(`Name\n${'x\n'.repeat(100_000)}`),
    { fileName: 'a.csv', about, log: { error: () => undefined } },
    async (rows) => {
      taken.push(rows.length);
      if (taken.length === 3) throw new Error('no room');
    },
  );
  await expect(reading).rejects.toThrow('no room');
  expect(taken).toEqual([200, 200, 200]);
});
