import { type ErrorCode, errorKinds } from '@samay/contract/core/errors';

/** A request that the server turns down: a code of the contract, and which fields it is about where it is about some. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Seconds after which a further try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, about: { fields?: Record<string, string>; retryAfter?: number } = {}) {
    super(code);
    this.code = code;
    this.fields = about.fields;
    this.retryAfter = about.retryAfter;
  }

  get status(): number {
    return errorKinds[this.code].status;
  }
}

/** Goes on when the value holds, refuses with the code otherwise. */
export function assertThat(value: unknown, code: ErrorCode): asserts value {
  if (!value) throw new AppError(code);
}

/** The value itself where there is one; a refusal with the code where there is none. */
export function orNotFound<T>(value: T | undefined | null, code: ErrorCode = 'not_found'): T {
  if (value === undefined || value === null) throw new AppError(code);
  return value;
}
