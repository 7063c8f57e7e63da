/** A calendar service that people connect a calendar of theirs from. Every step rejects with `CalendarFailure`. */
export interface CalendarProvider {
  /** Where to send the browser for consent. */
  consentAddress(challenge: CalendarChallenge): Promise<string>;
  /** Makes of what the browser brought back a token that lasts until it is revoked. Each code can be redeemed once. */
  redeem(code: string, challenge: CalendarChallenge): Promise<string>;
  /** The id of the main calendar of who gave the token. */
  calendarOf(refreshToken: string): Promise<string>;
  /** Makes the event stand there as it is given, whatever became of an earlier one with its id: doing it twice makes one. */
  putEvent(calendar: OpenCalendar, event: CalendarEvent, isThere: boolean): Promise<void>;
  /** Takes the event out; one that is not there is no failure. */
  removeEvent(calendar: OpenCalendar, eventId: string): Promise<void>;
  /** Gives the access back; a token that is none any more is no failure. */
  revoke(refreshToken: string): Promise<void>;
}

/** What ties an answer to the question; only a hash of `codeVerifier` leaves this server before the answer is there (RFC 7636). */
export interface CalendarChallenge {
  readonly redirectUri: string;
  readonly state: string;
  readonly codeVerifier: string;
}

export interface OpenCalendar {
  readonly id: string;
  readonly refreshToken: string;
}

/** Times are RFC 3339 with India's offset. */
export interface CalendarEvent {
  /** Ours: 5 to 1024 of the letters a-v and digits (base32hex). */
  readonly id: string;
  readonly summary: string;
  readonly start: string;
  readonly end: string;
}

/**
 * Why a calendar service was of no use. `unreachable`: no answer in time, an error of its own, or too much asked; `refused`: it said no;
 * `revoked`: it takes our token no more. The message says why without naming anybody: it is kept and logged.
 */
export class CalendarFailure extends Error {
  override readonly name = 'CalendarFailure';
  readonly kind: 'unreachable' | 'refused' | 'revoked';

  constructor(kind: CalendarFailure['kind'], reason: string, cause?: unknown) {
    super(reason, { cause });
    this.kind = kind;
  }
}
