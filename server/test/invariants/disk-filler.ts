import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { folderFiles } from '../../src/adapters/files/folder.ts';

// Keeps a file that is too large for the disk, then a small one, and says how both went.
//   node disk-filler.ts <folder>
const folder = `${process.argv[2] ?? ''}/files`;
const longest = 10 * 1024 * 1024;
const files = await folderFiles(folder);

const refused = await files.receive(Readable.from(chunks(6)), longest).then(
  () => 'nothing',
  (error: NodeJS.ErrnoException) => error.code,
);
const left = (await readdir(`${folder}/drafts`)).length;
const small = await files.receive(Readable.from(chunks(1)), longest);
await small.publish(`${crypto.randomUUID()}/${crypto.randomUUID()}`);
process.stdout.write(JSON.stringify({ refused, left, next: small.bytes === 1024 * 1024 ? 'kept' : 'cut' }));

/** So many megabytes, 64 kB at a time. */
function* chunks(megabytes: number): Generator<Buffer> {
  for (let index = 0; index < megabytes * 16; index += 1) yield Buffer.alloc(64 * 1024, index);
}
