import { expect, it } from 'vitest';
import { readCallbackQuery } from './callback-query.ts';

const calendarState = JSON.stringify({ user_id: 'a', tenant_id: 'b' });

it.each([
  ['?code=c&state=s', { kind: 'answer', code: 'c', state: 's' }],
  [
    '?code=c&state=s&iss=https://accounts.google.com&scope=email&prompt=consent',
    { kind: 'answer', code: 'c', state: 's', iss: 'https://accounts.google.com' },
  ],
  ['?error=access_denied&state=s', { kind: 'failure', failure: 'oauth_failed' }],
  ['?error=', { kind: 'failure', failure: 'oauth_failed' }],
  ['?code=c', { kind: 'failure', failure: 'invalid_callback' }],
  ['?state=s', { kind: 'failure', failure: 'invalid_callback' }],
  ['?code=&state=s', { kind: 'failure', failure: 'invalid_callback' }],
  [
    `?code=c&state=${encodeURIComponent(calendarState)}`,
    { kind: 'calendar', code: 'c', state: calendarState },
  ],
  [`?state=${encodeURIComponent(calendarState)}`, { kind: 'calendar', state: calendarState }],
  [
    `?error=access_denied&state=${encodeURIComponent(calendarState)}`,
    { kind: 'calendar', state: calendarState, error: 'access_denied' },
  ],
  ['?code=c&state={"user":1}', { kind: 'answer', code: 'c', state: '{"user":1}' }],
  ['?code=c&state=null', { kind: 'answer', code: 'c', state: 'null' }],
  ['', { kind: 'nothing' }],
  ['?access_token=a.b.c&refresh_token=d', { kind: 'nothing' }],
])('reads %s [P-12.9]', (query, expected) => {
  expect(readCallbackQuery(query)).toEqual(expected);
});
