import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../../core/settings.ts';
import { isLoopback } from '../../../core/third-party-settings.ts';
import { assertThat } from '../../../core/app-error.ts';

/** Limits a person's sessions: the oldest ends when another opens. */
export const liveSessionsPerPerson = 10;

/** The milliseconds in which the previous refresh token gets the same successor. */
export const successorWindowMs = 10_000;

const hourMs = 3_600_000;
const lifetimes = {
  remembered: { idleMs: 7 * 24 * hourMs, absoluteMs: 30 * 24 * hourMs },
  untilClosed: { idleMs: 12 * hourMs, absoluteMs: 12 * hourMs },
};

interface SessionStart {
  readonly remember: boolean;
  readonly created_at: Date;
}

/** Returns when a session expires: after its idle time, or at its absolute end. */
export function expiryAt(session: SessionStart, now: Date): Date {
  return new Date(Math.min(now.getTime() + getLifetime(session).idleMs, absoluteEnd(session)));
}

/** Returns Max-Age in seconds; undefined for a browser session. */
export function cookieSeconds(session: SessionStart, now: Date): number | undefined {
  return session.remember ? Math.floor((absoluteEnd(session) - now.getTime()) / 1000) : undefined;
}

/**
 * Rejects requests from other sites. A request without these headers comes from no browser, and
 * SameSite=Strict protects the cookies too. @throws `access.denied`.
 */
export function assertSameOrigin({ headers }: FastifyRequest, settings: Settings): void {
  const { origin, 'sec-fetch-site': site } = headers;
  assertThat(origin === undefined || isOurs(origin, settings.publicUrl), 'access.denied');
  assertThat(site === undefined || site === 'same-origin', 'access.denied');
}

/** Compares by port on a loopback host, which has several names. */
function isOurs(origin: string, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  if (origin === own.origin) return true;
  return (
    URL.canParse(origin) && isLoopback(publicUrl) && isLoopback(origin) && new URL(origin).port === own.port
  );
}

function absoluteEnd(session: SessionStart): number {
  return session.created_at.getTime() + getLifetime(session).absoluteMs;
}

function getLifetime({ remember }: SessionStart): { idleMs: number; absoluteMs: number } {
  return remember ? lifetimes.remembered : lifetimes.untilClosed;
}
