import { once } from 'node:events';
import type { ErrorCode } from '@samay/contract/core/errors';
import { AppError } from '../../../core/app-error.ts';
import type { Line } from './cells.ts';
import { readLines } from './read-lines.ts';

/** The lines on the standard output of this process, each a JSON text: the last one is not `lines`. */
export type ReadingAnswer =
  | { readonly lines: readonly Line[] }
  | { readonly end: true }
  | { readonly refused: ErrorCode }
  | { readonly failed: string };

const linesAtOnce = 200;

// The file comes on the standard input, so that it is on no disk in the clear, and its name, untrusted,
// as the argument.
const [, , fileName = ''] = process.argv;
// The server has ended, or needs no more lines.
process.stdout.on('error', () => process.exit());
await answer({ ...(await read()) });

async function read(): Promise<ReadingAnswer> {
  try {
    let lines: Line[] = [];
    for await (const line of readLines(await readInput(), fileName)) {
      lines.push(line);
      if (lines.length < linesAtOnce) continue;
      await answer({ lines });
      lines = [];
    }
    await answer({ lines });
    return { end: true };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function answer(told: ReadingAnswer): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(told)}\n`)) await once(process.stdout, 'drain');
}
