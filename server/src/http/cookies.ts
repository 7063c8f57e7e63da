import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../core/settings.ts';

type CookieName = 'refresh' | 'device' | 'oauth' | 'calendar' | 'visitor' | 'known';

/**
 * Reads a cookie of the session. Over https they are `__Host-` cookies; on localhost, where there
 * is no https, plain ones. No page script can read them and no other site can send them.
 */
export function readCookie(
  request: FastifyRequest,
  settings: Settings,
  name: CookieName,
): string | undefined {
  return request.cookies[fullName(settings, name)];
}

/** Sets a cookie; without `maxAge` (seconds) it ends with the browser. */
export function setCookie(
  reply: FastifyReply,
  settings: Settings,
  name: CookieName,
  value: string,
  maxAge?: number,
): void {
  reply.setCookie(fullName(settings, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(settings),
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

export function clearCookie(reply: FastifyReply, settings: Settings, name: CookieName): void {
  reply.clearCookie(fullName(settings, name), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(settings),
  });
}

/** Hashes a device cookie, as tokens and sessions store it. */
export function hashOfDevice(device: string): string {
  return hash('sha256', device, 'base64url');
}

/** Compares two secrets in constant time. */
export function sameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function fullName(settings: Settings, name: CookieName): string {
  return `${isSecure(settings) ? '__Host-' : ''}samay-${name}`;
}

function isSecure(settings: Settings): boolean {
  return settings.publicUrl.startsWith('https:');
}
