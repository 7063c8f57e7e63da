import { type ErrorCode, errorKinds } from '@samay/contract/core/errors';

/** An error response: a code of the contract, and the fields that it is about, if any. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Seconds after which a retry makes sense. */
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

/** Throws an AppError with the code unless the value is truthy. */
export function assertThat(value: unknown, code: ErrorCode): asserts value {
  if (!value) throw new AppError(code);
}

/** Returns the value, or throws an AppError with the code where there is none. */
export function orNotFound<T>(value: T | undefined | null, code: ErrorCode = 'not_found'): T {
  if (value === undefined || value === null) throw new AppError(code);
  return value;
}
