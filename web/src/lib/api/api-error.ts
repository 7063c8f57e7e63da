import type { ErrorReply } from '@samay/contract/core/errors';

/** The error of a call that the server refused or did not answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /**
   * The contract's code; `network` if no response came in time, `unknown` for a response that is
   * not the contract's.
   */
  readonly code: string;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly fields?: Record<string, string>;
  readonly requestId?: string;
  /** The bookings that prevent the change. */
  readonly bookings?: ErrorReply['error']['bookings'];
  /** The free alternatives to a time that is taken. */
  readonly alternatives?: ErrorReply['error']['alternatives'];
  /** The person who exists already, for `person.exists`. */
  readonly person?: ErrorReply['error']['person'];

  constructor(
    code: string,
    message: string,
    status: number,
    detail: Partial<
      Pick<ErrorReply['error'], 'fields' | 'requestId' | 'alternatives' | 'bookings' | 'person'>
    > = {},
  ) {
    super(message);
    Object.assign(this, detail);
    this.code = code;
    this.status = status;
  }
}

/**
 * Returns the error of a response with an error status: from the contract's `ErrorReply`, or from
 * the status alone.
 */
export function errorOfAnswer(status: number, text: string): ApiError {
  const reply = replyIn(text);
  if (reply) return new ApiError(reply.code, reply.message, status, reply);
  if (status >= 500)
    return new ApiError(
      'server.unavailable',
      'Samay cannot answer right now. Please try again in a moment.',
      status,
    );
  return new ApiError('unknown', `The server answered ${status}.`, status);
}

/** Returns the error of a call without a response. */
export function networkError(): ApiError {
  return new ApiError('network', 'No connection to Samay. Please check your network and try again.', 0);
}

/** The codes of a connection or a server that failed: their sentences say less than the screen's own. */
const failures: readonly string[] = ['network', 'unknown', 'server.fault', 'server.unavailable'];

/**
 * Returns the text to show for an error: the server's sentence if it refused for a reason, such as
 * a full disk, `fallback` (a sentence of the screen) if the connection or the server failed or the
 * error comes from elsewhere.
 */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && !failures.includes(error.code) ? error.message : fallback;
}

function replyIn(text: string): ErrorReply['error'] | undefined {
  try {
    const reply = (JSON.parse(text) as Partial<ErrorReply> | null)?.error;
    return typeof reply?.code === 'string' && typeof reply.message === 'string' ? reply : undefined;
  } catch {
    return undefined; // The page of a proxy, not ours: only the status is known.
  }
}
