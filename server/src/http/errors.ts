import { type ErrorCode, type ErrorReply, sentenceOf } from '@samay/contract/core/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../core/settings.ts';
import { isDatabaseUnavailable, isStalePlan, isStatementCancelled } from '../db/client/database-errors.ts';
import { type Disk, isStorageFull } from '../core/disk.ts';
import { AppError } from '../core/app-error.ts';
import { dataHeaders } from './headers.ts';

/** Turns whatever was thrown into the contract's error reply. A fault of ours is logged whole and answered without detail. */
export function handleErrors(app: FastifyInstance, disk: Disk | undefined): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => answer(refusalOf(error, request, disk), request, reply));
  app.setNotFoundHandler(async (request, reply) => answer(new AppError('not_found'), request, reply));
}

/** For what the router itself turns down before any hook: an address that is no text, or longer than any of ours. */
export function answerUnroutable(settings: Settings) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers({ ...dataHeaders(settings), 'x-request-id': request.id });
    void answer(refusalOf(error, request, undefined), request, reply);
  };
}

async function answer(refusal: AppError, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
  const body: ErrorReply = {
    error: {
      code: refusal.code,
      message: sentenceOf(refusal.code, request.businessType),
      requestId: request.id,
      ...(refusal.fields && { fields: { ...refusal.fields } }),
    },
  };
  await reply.code(refusal.status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function refusalOf(error: FastifyError, request: FastifyRequest, disk?: Disk): AppError {
  if (error instanceof AppError) {
    request.log.info({ code: error.code }, 'refused');
    return error;
  }
  const code = isStorageFull(error, disk) ? 'server.storage_full' : codeOf(error);
  if (code === 'server.fault' || code === 'server.unavailable') request.log.error({ err: error }, 'failed');
  return new AppError(code, code === 'server.unavailable' ? { retryAfter: 1 } : {});
}

function codeOf(error: FastifyError): ErrorCode {
  if (isDatabaseUnavailable(error) || isStatementCancelled(error) || isStalePlan(error)) return 'server.unavailable';
  switch (error.statusCode) {
    case 400:
      return 'request.invalid';
    case 414:
      return 'not_found';
    case 413:
      return 'request.too_large';
    case 415:
      return 'request.unsupported';
    default:
      return 'server.fault';
  }
}
