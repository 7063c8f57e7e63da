import { type ErrorCode, errorKinds, type ErrorReply } from '@samay/contract/core/errors';

type Told = ErrorReply['error'];

interface About {
  readonly fields?: Record<string, string>;
  /** The field at which the code's sentence is shown. */
  readonly field?: string | undefined;
  readonly retryAfter?: number;
  readonly alternatives?: Told['alternatives'];
  readonly bookings?: Told['bookings'];
  readonly person?: Told['person'];
}

/** An error response: a code of the contract, and its fields, if any. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly field: string | undefined;
  /** The seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;

  /** The free starts instead of a taken time. */
  readonly alternatives: Told['alternatives'];
  /** The bookings that prevent the change. */
  readonly bookings: Told['bookings'];
  /** The person who has the name and number already. */
  readonly person: Told['person'];

  constructor(code: ErrorCode, about: About = {}) {
    super(code);
    this.code = code;
    this.fields = about.fields;
    this.field = about.field;
    this.retryAfter = about.retryAfter;
    this.alternatives = about.alternatives;
    this.bookings = about.bookings;
    this.person = about.person;
  }

  get status(): number {
    return errorKinds[this.code].status;
  }
}

/** Throws an AppError with the code unless the value is truthy. */
export function assertThat(value: unknown, code: ErrorCode): asserts value {
  if (!value) throw new AppError(code);
}

/** Returns the value, or throws an AppError with the code if there is none. */
export function orNotFound<T>(value: T | undefined | null, code: ErrorCode = 'not_found'): T {
  if (value === undefined || value === null) throw new AppError(code);
  return value;
}
