import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { longestUpload } from '@samay/contract/files/files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/invariants/invariant.ts';
import { longestPause } from '../../../../test/fixtures/measurements.ts';
import { chunk, jpeg, pdf, png, pngOf } from '../../../../test/fixtures/sample-files.ts';
import { AppError } from '../../../core/app-error.ts';
import { Inspections } from './inspections.ts';

const folder = temporaryFolder('inspections');
afterAll(() => folder.remove());

/** A process that handles a file by its name. */
const pretend = pathToFileURL(join(folder.folder, 'pretend.mjs'));
beforeAll(() =>
  writeFile(
    pretend,
    `process.on('message', ({ fileName }) => {
      if (fileName === 'endless') while (true);
      if (fileName === 'swelling') for (const all = []; ; ) all.push(new Array(1000).fill(0));
      if (fileName === 'faulty') throw new Error('a fault');
      process.send(fileName === 'unsafe' ? { refused: 'prescription.unsafe' } : { inspected: { mediaType: 'image/png', extension: 'png' } });
    });
    process.once('disconnect', () => process.exit());`,
  ),
);

async function runInspection(
  inspections: Inspections,
  fileName: string,
  content: Uint8Array = Buffer.from('.'),
): Promise<string[]> {
  const path = join(folder.folder, randomUUID());
  await writeFile(path, content);
  const logged: string[] = [];
  const log = { error: () => logged.push('logged') } as unknown as Parameters<Inspections['inspect']>[2];
  const verdict = await inspections.inspect(path, fileName, log).then(
    () => 'kept',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
  return [verdict, ...logged];
}

test.each(['endless', 'swelling', 'faulty'])(
  'an inspection that is %s refuses its file, is logged, and its process is replaced [P-13.5, T-5.4]',
  async (name) => {
    const inspections = new Inspections(
      { processes: 1, heapMb: 16, deadlineMs: name === 'endless' ? 2000 : 60_000 },
      pretend,
    );
    expect(await runInspection(inspections, name)).toEqual(['prescription.not_inspected', 'logged']);
    expect(await runInspection(inspections, 'plain')).toEqual(['kept']);
  },
);

test('more files than processes are queued, and each gets its own result [T-5.4]', async () => {
  const inspections = new Inspections({ processes: 2, deadlineMs: 60_000 }, pretend);
  const names = ['plain', 'unsafe', 'faulty', 'plain', 'unsafe', 'plain'];
  expect(await Promise.all(names.map((name) => runInspection(inspections, name)))).toEqual([
    ['kept'],
    ['prescription.unsafe'],
    ['prescription.not_inspected', 'logged'],
    ['kept'],
    ['prescription.unsafe'],
    ['kept'],
  ]);
});

const bytes = longestUpload - 2000;
/** Writes a PDF without a line break: a search for one reads to the end. */
const inPdf = (text: string) =>
  Buffer.from(`%PDF-1.7\n${text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)}x%%EOF`, 'latin1');
const packed = (data: string) =>
  pdf({
    objects: `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n${data}\nendstream\nendobj\n`,
  });
/**
 * An empty stream, five bytes at a time, with other streams in it: each would be decompressed to
 * the end of the file.
 */
const emptyBlocks = '\0\0\0\xff\xff'.repeat(1000);
const nested = `/ObjStm /Filter /FlateDecode stream\n\x78\x9c${emptyBlocks}`;

/** 10 MB of the slowest content, and its result. */
const worst: readonly (readonly [what: string, fileName: string, verdict: string, content: Buffer])[] = [
  ['stream without a line break', 'a.pdf', 'kept', inPdf('stream')],
  ['stream with line breaks', 'a.pdf', 'kept', inPdf('stream\n')],
  ['streams of objects', 'a.pdf', 'prescription.unsafe', inPdf('/ObjStm /Filter /FlateDecode stream\n')],
  ['streams of objects within one another', 'a.pdf', 'prescription.unsafe', inPdf(nested)],
  ['ends of streams', 'a.pdf', 'kept', inPdf('endstream')],
  ['digits after /First', 'a.pdf', 'kept', inPdf(`/First ${'1'.repeat(2_000_000)} 1 R stream\n`)],
  ['references after /First', 'a.pdf', 'kept', inPdf('/First 1 1 R stream\n')],
  ['blanks after /First', 'a.pdf', 'kept', inPdf(`/First${' '.repeat(1_000_000)} stream\n`)],
  ['names', 'a.pdf', 'kept', inPdf('/')],
  ['actions within one another', 'a.pdf', 'prescription.unsafe', inPdf('/AA << ')],
  ['events in strings', 'a.pdf', 'prescription.unsafe', inPdf('/AA << /x (')],
  ['objects', 'a.pdf', 'kept', inPdf('/AA 1 0 R 1 0 obj ')],
  [
    'blanks before objects',
    'a.pdf',
    'prescription.unsafe',
    inPdf(`/OpenAction 1 0 R${' '.repeat(99_999)}obj`),
  ],
  ['scripts without a value', 'a.pdf', 'kept', inPdf('/JS ')],
  ['a script and blanks', 'a.pdf', 'kept', inPdf(`/JS${' '.repeat(1_000_000)}`)],
  ['escapes before a stream', 'a.pdf', 'kept', inPdf(`${'#4a'.repeat(3_000_000)}stream\n`)],
  ['escapes', 'a.pdf', 'kept', inPdf('/#4a#53#')],
  ['tags that are not closed', 'a.pdf', 'kept', inPdf('<script')],
  [
    'objects that unpack to 1 GB',
    'a.pdf',
    'prescription.unsafe',
    packed(deflateSync(Buffer.alloc(2 ** 30), { level: 1 }).toString('latin1')),
  ],
  [
    'a picture of empty chunks',
    'a.png',
    'kept',
    png({ extra: [Buffer.concat(Array(870_000).fill(chunk('teSt', Buffer.alloc(0))))] }),
  ],
  ['a picture of one chunk', 'a.png', 'kept', pngOf(longestUpload)],
  ['a scan of stuffed bytes', 'a.jpg', 'kept', jpegWith(Buffer.alloc(bytes, '\xff\0', 'latin1'))],
  ['a scan of restarts', 'a.jpg', 'kept', jpegWith(Buffer.alloc(bytes, '\xff\xd0', 'latin1'))],
  ['fill bytes', 'a.jpg', 'kept', jpegWith(Buffer.alloc(bytes, 0xff))],
  ['what follows a picture', 'a.jpg', 'kept', Buffer.concat([jpeg(), Buffer.alloc(bytes, '<?php')])],
];

const inspections = new Inspections({ processes: 1, deadlineMs: 60_000 });

test.each(worst)(
  '10 MB of %s are inspected to the end, and nothing else waits for it [T-5.4]',
  async (_what, fileName, verdict, content) => {
    const { result, pauseMs } = await longestPause(() => runInspection(inspections, fileName, content));
    expect(result).toEqual([verdict]);
    // Usually some milliseconds; a busy machine may be slower.
    expect(pauseMs).toBeLessThan(2000);
  },
);

function jpegWith(scan: Buffer): Buffer {
  const whole = jpeg();
  return Buffer.concat([whole.subarray(0, -2), scan, whole.subarray(-2)]);
}
