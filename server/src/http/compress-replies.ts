import { Readable, pipeline } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, type InputType } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The length in bytes below which a reply goes out in one packet either way. */
const shortest = 1024;
/**
 * The media types to compress. Events would wait for each other; pictures and PDF are compressed
 * already.
 */
const compressible =
  /^(?:text\/(?!event-stream\b)|image\/svg\+xml\b|application\/(?:[\w.-]+\+)?(?:json|javascript|xml)\b)/i;
/**
 * The level between time and size for replies compressed at each request; pages and their files are
 * compressed when they are built.
 */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

interface Compressor {
  whole(content: InputType, done: (error: Error | null, content: Buffer) => void): void;
  stream(): NodeJS.ReadWriteStream;
}

/** The compressors, preferred first. */
const compressors: Readonly<Record<'br' | 'gzip', Compressor>> = {
  br: {
    whole: (content, done) => brotliCompress(content, brotli, done),
    stream: () => createBrotliCompress(brotli),
  },
  gzip: { whole: (content, done) => gzip(content, done), stream: () => createGzip() },
};
const encodings = Object.keys(compressors) as (keyof typeof compressors)[];

/**
 * Compresses replies outside the main thread. Requests are not decompressed: no client sends
 * compressed bodies, and a decompression bomb would exhaust the server. Not by @fastify/compress,
 * which checks of each reply whether it is one of `fetch` and so loads all of that (decision 0080).
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(request, reply, payload)) return done();
    vary(reply);
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', encodings);
    if (encoding === null) return done();
    const { whole, stream } = compressors[encoding];
    if (payload instanceof Readable) {
      reply.header('content-encoding', encoding).removeHeader('content-length');
      // Fastify closes the connection when the stream fails, and logs it.
      return done(
        null,
        pipeline(payload, stream(), () => undefined),
      );
    }
    whole(payload, (error, content) => {
      if (error) return done(error);
      reply.header('content-encoding', encoding).header('content-length', content.length);
      done(null, content);
    });
  });
}

function isCompressible(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer | Readable {
  // A range is counted in bytes of the uncompressed file.
  if (request.method === 'HEAD' || reply.statusCode === 206 || reply.hasHeader('content-encoding'))
    return false;
  const isLong =
    payload instanceof Readable ||
    ((typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= shortest);
  return isLong && compressible.test(String(reply.getHeader('content-type') ?? ''));
}

function vary(reply: FastifyReply): void {
  const names = [reply.getHeader('vary') ?? []].flat().join(', ');
  if (!/(?:^|, ?)(?:\*|accept-encoding)(?:,|$)/i.test(names))
    reply.header('vary', names === '' ? 'accept-encoding' : `${names}, accept-encoding`);
}
