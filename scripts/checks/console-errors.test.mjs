import { expect, it } from 'vitest';
import { deadConnection } from '../../e2e/fixtures/browser/console-errors.ts';

it.each([
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'CONNECTION_CLOSED',
  'CONNECTION_ABORTED',
  'SOCKET_NOT_CONNECTED',
  'EMPTY_RESPONSE',
  'INCOMPLETE_CHUNKED_ENCODING',
  'TIMED_OUT',
])('net::ERR_%s is an error of a dead connection', (code) => {
  expect(`Failed to load resource: net::ERR_${code} (http://127.0.0.1/api/live)`).toMatch(deadConnection);
});

it.each(['FAILED', 'ABORTED', 'INTERNET_DISCONNECTED', 'BLOCKED_BY_CLIENT', 'CONNECTION_REFUSED_BY_US'])(
  'net::ERR_%s is none',
  (code) => {
    expect(`Failed to load resource: net::ERR_${code} (http://127.0.0.1/api/live)`).not.toMatch(
      deadConnection,
    );
  },
);
