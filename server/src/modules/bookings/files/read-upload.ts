import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import { longestUpload } from '@samay/contract/bookings/files';
import type { FastifyRequest } from 'fastify';
import type { Draft } from '../../../adapters/files/port.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat, AppError } from '../../../core/app-error.ts';
import { IdleTimeout } from './idle-timeout.ts';

export interface Upload {
  readonly draft: Draft;
  /** What the browser says; not to be believed. */
  readonly fileName: string;
  readonly mediaType: string;
}

type Receive = (content: Readable) => Promise<Draft>;

/** How long a refused upload is still read, so that the browser hears the answer rather than a broken connection. */
const patience = { bytes: 2 * longestUpload, milliseconds: 10_000 };

/**
 * The one file in the multipart field `file`, handed to `receive` while it arrives. Refuses what is not multipart with
 * `request.unsupported`; anything beside that one file and a body that is cut short or garbled with `request.invalid`; a browser that
 * falls silent with `request.too_slow`. Whatever was received is discarded then.
 */
export async function readUpload({ request, reply, dependencies }: PublicContext, receive: Receive): Promise<Upload> {
  assertThat(request.isMultipart(), 'request.unsupported');
  const silence = new IdleTimeout(request.raw, dependencies.settings.limits.uploadIdleSeconds);
  try {
    return await onlyFile(request, receive, silence);
  } catch (error) {
    if (!silence.fell) await drain(request);
    if (!request.raw.readableEnded) reply.header('connection', 'close');
    throw error;
  } finally {
    silence.end();
  }
}

async function onlyFile(request: FastifyRequest, receive: Receive, silence: IdleTimeout): Promise<Upload> {
  let upload: Upload | undefined;
  try {
    for await (const part of partsOf(request, silence)) {
      if (part.type !== 'file' || part.fieldname !== 'file' || upload) throw notOneFile();
      upload = { draft: await receiveWhole(part.file, receive, silence), fileName: part.filename ?? '', mediaType: part.mimetype };
    }
    if (!upload) throw notOneFile();
    return upload;
  } catch (error) {
    await upload?.draft.discard();
    throw error;
  }
}

/** What the multipart parser throws is the browser's fault: a body cut short, garbled, or with more in it than one file. */
async function* partsOf(request: FastifyRequest, silence: IdleTimeout): AsyncGenerator<Multipart> {
  // One byte beyond the limit is let through, for the store to refuse.
  const parts = request.parts({ limits: { fileSize: longestUpload + 1, files: 1, fields: 0, parts: 2 } });
  while (true) {
    const coming = parts.next();
    silence.listen();
    const part = await silence.or(coming).catch((error: unknown) => {
      throw error instanceof AppError ? error : notOneFile();
    });
    if (part.done) return;
    yield part.value;
  }
}

/** A stream that breaks is the browser's fault; what else goes wrong is the store's, and is passed on. */
async function receiveWhole(content: Readable, receive: Receive, silence: IdleTimeout): Promise<Draft> {
  silence.breaks(content);
  let broken: unknown;
  content.once('error', (error) => {
    broken = error;
  });
  return receive(content).catch((error: unknown) => {
    // It may have broken before anyone listened.
    if (error instanceof AppError || (error !== broken && error !== content.errored)) throw error;
    throw new AppError('request.invalid', { fields: { file: 'The file did not arrive whole' } });
  });
}

async function drain({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  let left = patience.bytes;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.pause();
  });
  raw.resume();
  const signal = AbortSignal.timeout(patience.milliseconds);
  // Broken, or still going after all this time: either way there is nothing more to wait for.
  await Promise.race([once(raw, 'end', { signal }), once(raw, 'close', { signal })]).catch(() => undefined);
}

function notOneFile(): AppError {
  return new AppError('request.invalid', { fields: { file: 'Please send one file' } });
}
