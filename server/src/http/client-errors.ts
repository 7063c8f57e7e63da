import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorKinds, type ErrorReply, sentenceFor } from '@samay/contract/core/errors';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../core/settings.ts';
import { dataHeaders } from './headers.ts';

/**
 * Answers input that Node could not parse as a request with the contract's error reply: 431 for
 * headers beyond 16 kB, 408 for headers that take too long, 400 for anything that is not HTTP. The
 * connection is then closed, because the start of a next request is unknown.
 */
export function answerClientErrors(settings: Settings) {
  return function answer(
    this: { log: FastifyBaseLogger },
    error: NodeJS.ErrnoException,
    socket: Socket,
  ): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = toCode(error);
    const requestId = randomUUID();
    this.log.info({ reqId: requestId, code, reason: error.code }, 'refused');
    if (hasBegunAnswer(socket)) socket.destroy();
    else socket.end(formatAnswer(code, requestId, settings), () => socket.destroy());
  };
}

function toCode({ code }: NodeJS.ErrnoException): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'request.headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request.too_slow' : 'request.malformed';
}

/**
 * Returns whether an answer has begun: a second one would be read as part of it. Node uses the same
 * field (lib/_http_server.js).
 */
function hasBegunAnswer(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}

function formatAnswer(code: ErrorCode, requestId: string, settings: Settings): string {
  const reply: ErrorReply = { error: { code, message: sentenceFor(code), requestId } };
  const body = JSON.stringify(reply);
  const { status } = errorKinds[code];
  const headers = {
    ...dataHeaders(settings),
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
