import { type ErrorCode, type ErrorReply, sentenceFor } from '@samay/contract/core/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../core/settings.ts';
import { isDatabaseUnavailable, isStalePlan, isStatementCancelled } from '../db/errors.ts';
import { type Disk, isStorageFull } from '../core/disk.ts';
import { AppError } from '../core/app-error.ts';
import { discardUnread } from './connections.ts';
import { dataHeaders } from './headers.ts';
import type { Limits } from './limits/rate-limits.ts';

/**
 * Turns every thrown error into the contract's error reply. A fault of the server is logged in full
 * and answered without detail.
 */
export function handleErrors(app: FastifyInstance, limits: Limits, disk: Disk | undefined): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) =>
    answer(await counted(toAppError(error, request, disk), request, limits), request, reply),
  );
  app.setNotFoundHandler(async (request, reply) =>
    answer(await counted(new AppError('not_found'), request, limits), request, reply),
  );
}

/**
 * Answers requests that the router refuses before any hook: a malformed path, or one that is too
 * long. They are counted for the address of their connection, which is a proxy's behind one.
 */
export function answerUnroutable(settings: Settings, limits: Limits) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    discardUnread(request.raw, reply.raw, settings.limits.requestSeconds * 1000);
    void reply.headers({ ...dataHeaders(settings), 'x-request-id': request.id });
    void counted(toAppError(error, request, undefined), request, limits).then((refusal) =>
      answer(refusal, request, reply),
    );
  };
}

/**
 * Counts a request for its address that was refused before an endpoint could count it: for what is
 * not there, or a body that no parser takes. Returns the refusal, or beyond the limit that of the
 * limit.
 */
async function counted(refusal: AppError, request: FastifyRequest, limits: Limits): Promise<AppError> {
  if (request.reachedEndpoint || refusal.status >= 500) return refusal;
  try {
    await limits.countAnonymous(request);
    return refusal;
  } catch (error) {
    return toAppError(error as FastifyError, request);
  }
}

async function answer(error: AppError, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  const message = sentenceFor(error.code, request.businessType);
  const fields = error.field === undefined ? error.fields : { ...error.fields, [error.field]: message };
  const body: ErrorReply = {
    error: {
      code: error.code,
      message,
      requestId: request.id,
      ...(fields && { fields: { ...fields } }),
      ...(error.alternatives && { alternatives: error.alternatives }),
      ...(error.bookings && { bookings: error.bookings }),
      ...(error.person && { person: error.person }),
    },
  };
  await reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Converts what was thrown to an error of the contract, and logs it. */
export function toAppError(error: FastifyError, request: FastifyRequest, disk?: Disk): AppError {
  if (error instanceof AppError) {
    request.log.info({ code: error.code }, 'refused');
    return error;
  }
  const code = isStorageFull(error, disk) ? 'server.storage_full' : toCode(error);
  if (code === 'server.fault' || code === 'server.unavailable') request.log.error({ err: error }, 'failed');
  return new AppError(code, code === 'server.unavailable' ? { retryAfter: 1 } : {});
}

function toCode(error: FastifyError): ErrorCode {
  if (isDatabaseUnavailable(error) || isStatementCancelled(error) || isStalePlan(error))
    return 'server.unavailable';
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
