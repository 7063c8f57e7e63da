/**
 * A calendar service with which people connect one of their calendars. Every step rejects with
 * `CalendarFailure`.
 */
export interface CalendarProvider {
  /** Returns the address of the consent page. */
  consentAddress(challenge: CalendarChallenge): Promise<string>;
  /**
   * Exchanges the code that the browser brought back for a refresh token. Each code can be redeemed
   * once.
   */
  redeem(code: string, challenge: CalendarChallenge): Promise<string>;
  /** Returns the id of the token owner's main calendar. */
  calendarOf(refreshToken: string): Promise<string>;
  /** Creates or updates the event; idempotent, even after an event with its id was cancelled. */
  putEvent(calendar: OpenCalendar, event: CalendarEvent, isThere: boolean): Promise<void>;
  /** Deletes the event; a missing one is not an error. */
  removeEvent(calendar: OpenCalendar, eventId: string): Promise<void>;
  /** Revokes the token; an invalid one is not an error. */
  revoke(refreshToken: string): Promise<void>;
}

/**
 * The secrets that bind the answer to the request; only a hash of `codeVerifier` leaves this server
 * before the answer (PKCE, RFC 7636).
 */
export interface CalendarChallenge {
  readonly redirectUri: string;
  readonly state: string;
  readonly codeVerifier: string;
}

export interface OpenCalendar {
  readonly id: string;
  readonly refreshToken: string;
}

/** An event. Times are RFC 3339 with India's offset. */
export interface CalendarEvent {
  /** The id, chosen by us: 5 to 1024 letters a-v and digits (base32hex). */
  readonly id: string;
  readonly summary: string;
  /** The doctor or court. */
  readonly location: string | null;
  readonly start: string;
  readonly end: string;
}

/**
 * A failure of the calendar service. `revoked`: it no longer accepts our token; `failed`: anything
 * else, which may succeed later. The message says which, and names nobody, because it is stored and
 * logged.
 */
export class CalendarFailure extends Error {
  override readonly name = 'CalendarFailure';
  readonly kind: 'revoked' | 'failed';

  constructor(kind: CalendarFailure['kind'], reason: string, cause?: unknown) {
    super(reason, { cause });
    this.kind = kind;
  }
}
