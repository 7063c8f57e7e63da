import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedBy, parseRefreshToken, getRefreshToken } from './session-cookies.ts';

const session = { id: randomUUID(), refresh_key: randomBytes(32), refresh_counter: 7 };

describe('a refresh token', () => {
  it('is derived from the session only and signed with a key of its own', () => {
    const token = parseRefreshToken(getRefreshToken(session));
    expect(getRefreshToken({ ...session })).toBe(getRefreshToken(session));
    expect(token).toMatchObject({ sessionId: session.id, counter: 7 });
    expect(token && isSignedBy(token, session.refresh_key)).toBe(true);
    expect(token && isSignedBy(token, randomBytes(32))).toBe(false);
  });

  it('is invalid with another counter or session', () => {
    const token = parseRefreshToken(getRefreshToken(session));
    if (!token) throw new Error('it was not understood');
    expect(isSignedBy({ ...token, counter: 8 }, session.refresh_key)).toBe(false);
    expect(isSignedBy({ ...token, sessionId: randomUUID() }, session.refresh_key)).toBe(false);
  });

  it.each([
    undefined,
    '',
    '../../../features',
    'a.b.c',
    getRefreshToken(session).toUpperCase(),
    ` ${getRefreshToken(session)}`,
    `${getRefreshToken(session)}\n`,
    `${getRefreshToken(session)}x`,
    getRefreshToken({ ...session, refresh_counter: -1 }),
    getRefreshToken({ ...session, refresh_counter: 1e10 }),
    getRefreshToken({ ...session, id: "' or 1=1 --" }),
  ])('is not: %j', (text) => {
    expect(parseRefreshToken(text)).toBeUndefined();
  });
});
