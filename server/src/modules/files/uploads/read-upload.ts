import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import { longestUpload } from '@samay/contract/files/files';
import type { FastifyRequest } from 'fastify';
import type { Draft } from '../../../adapters/files/port.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, AppError } from '../../../core/app-error.ts';
import { IdleTimeout } from './idle-timeout.ts';

export interface Upload {
  readonly draft: Draft;
  /** The name that the browser gives; untrusted. */
  readonly fileName: string;
}

type Receive = (content: Readable) => Promise<Draft>;

/**
 * The most data that is read of a rejected upload, so that the browser gets the reply instead of a
 * broken connection.
 */
const drainLimits = { files: 2, milliseconds: 10_000 };

/**
 * Reads the one file of the multipart field `file`, streamed to `receive`. Throws
 * `request.unsupported` where the body is not multipart; `request.invalid` for other fields,
 * further files and a truncated or malformed body; `request.too_slow` where the browser stops
 * sending. Received data is discarded then. The file may have `longest` bytes.
 */
export async function readUpload(
  { request, reply, dependencies }: PublicContext,
  receive: Receive,
  longest = longestUpload,
): Promise<Upload> {
  assertThat(request.isMultipart(), 'request.unsupported');
  const timeout = new IdleTimeout(request.raw, dependencies.settings.limits.uploadIdleSeconds);
  try {
    return await onlyFile(request, receive, { timeout, longest });
  } catch (error) {
    if (!timeout.hasExpired) await drain(request, longest);
    if (!request.raw.readableEnded) reply.header('connection', 'close');
    throw error;
  } finally {
    timeout.end();
  }
}

async function onlyFile(
  request: FastifyRequest,
  receive: Receive,
  { timeout, longest }: { timeout: IdleTimeout; longest: number },
): Promise<Upload> {
  let upload: Upload | undefined;
  try {
    for await (const part of readParts(request, timeout, longest)) {
      if (part.type !== 'file' || part.fieldname !== 'file' || upload) throw notOneFile();
      upload = {
        draft: await receiveWhole(part.file, receive, timeout),
        fileName: part.filename ?? '',
      };
    }
    if (!upload) throw notOneFile();
    return upload;
  } catch (error) {
    await upload?.draft.discard();
    throw error;
  }
}

/**
 * Yields the parts of the body. Every error of the multipart parser is the client's: a truncated or
 * malformed body, or more than one file.
 */
async function* readParts(
  request: FastifyRequest,
  timeout: IdleTimeout,
  longest: number,
): AsyncGenerator<Multipart> {
  // Lets one byte beyond the limit pass, so that the store rejects the file.
  const parts = request.parts({ limits: { fileSize: longest + 1, files: 1, fields: 0, parts: 2 } });
  while (true) {
    const coming = parts.next();
    timeout.listen();
    const part = await timeout.or(coming).catch((error: unknown) => {
      throw error instanceof AppError ? error : notOneFile();
    });
    if (part.done) return;
    yield part.value;
  }
}

/**
 * Receives a file to its end. An error of the stream is the client's; any other is the store's and
 * is rethrown.
 */
async function receiveWhole(content: Readable, receive: Receive, timeout: IdleTimeout): Promise<Draft> {
  timeout.destroys(content);
  let broken: unknown;
  content.once('error', (error) => {
    broken = error;
  });
  return receive(content).catch((error: unknown) => {
    // The stream may have failed before the listener was added.
    if (error instanceof AppError || (error !== broken && error !== content.errored)) throw error;
    throw new AppError('request.invalid', { fields: { file: 'The file did not arrive whole' } });
  });
}

async function drain({ raw }: FastifyRequest, longest: number): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  let left = drainLimits.files * longest;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.pause();
  });
  raw.resume();
  const signal = AbortSignal.timeout(drainLimits.milliseconds);
  // Stops when the request ends or closes, or at the time limit.
  await Promise.race([once(raw, 'end', { signal }), once(raw, 'close', { signal })]).catch(() => undefined);
}

function notOneFile(): AppError {
  return new AppError('request.invalid', { fields: { file: 'Please send one file' } });
}
