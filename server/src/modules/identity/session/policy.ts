import type { FastifyRequest } from 'fastify';
import { isLoopback, type Settings } from '../../../core/settings.ts';
import { assertThat } from '../../../core/app-error.ts';

/** A person's sessions on all their devices; the oldest ends when another begins (reliability.md 5.1). */
export const liveSessionsPerPerson = 10;

/** How long the refresh token before the current one still gets the same successor. */
export const successorWindowMs = 10_000;

/** Ended and expired sessions are kept this long, for questions about who was signed in when. */
export const oldSessionDays = 90;

const hourMs = 3_600_000;
const lifetimes = {
  remembered: { idleMs: 7 * 24 * hourMs, absoluteMs: 30 * 24 * hourMs },
  untilClosed: { idleMs: 12 * hourMs, absoluteMs: 12 * hourMs },
};

interface Begun {
  readonly remember: boolean;
  readonly created_at: Date;
}

/** When a session ends unless it is refreshed before: idle since now, and never past its absolute end. */
export function expiryOf(session: Begun, now: Date): Date {
  return new Date(Math.min(now.getTime() + lifetimeOf(session).idleMs, absoluteEnd(session)));
}

/** Seconds that the browser keeps the cookies; undefined: until it is closed. */
export function cookieSeconds(session: Begun, now: Date): number | undefined {
  return session.remember ? Math.floor((absoluteEnd(session) - now.getTime()) / 1000) : undefined;
}

/**
 * Refuses with `access.denied` what a page of another site sends. Browsers say where a request comes from; what says nothing is
 * no browser, and the cookies' SameSite=Strict holds there as well.
 */
export function assertSameOrigin({ headers }: FastifyRequest, settings: Settings): void {
  const { origin, 'sec-fetch-site': site } = headers;
  assertThat(origin === undefined || isOurs(origin, settings.publicUrl), 'access.denied');
  assertThat(site === undefined || site === 'same-origin', 'access.denied');
}

/** The address people type; on this machine itself it has several names. */
function isOurs(origin: string, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  if (origin === own.origin) return true;
  return URL.canParse(origin) && isLoopback(publicUrl) && isLoopback(origin) && new URL(origin).port === own.port;
}

function absoluteEnd(session: Begun): number {
  return session.created_at.getTime() + lifetimeOf(session).absoluteMs;
}

function lifetimeOf({ remember }: Begun): { idleMs: number; absoluteMs: number } {
  return remember ? lifetimes.remembered : lifetimes.untilClosed;
}
