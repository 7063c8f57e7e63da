import { expect, it } from 'vitest';
import { errorKinds, isErrorCode, sentenceFor } from './errors.ts';
import { callbackFailures, isCallbackFailure } from './oauth-callback.ts';

it('says the agreed words', () => {
  expect(callbackFailures.oauth_failed).toBe('Authentication failed.');
  expect(callbackFailures.invalid_callback).toBe('Invalid authentication callback.');
  expect(callbackFailures.callback_handler_failed).toBe(
    'An unexpected error occurred during authentication.',
  );
  expect(callbackFailures.unreachable).toMatch(/^Google login failed: /);
});

it('gives the server’s refusals the sentences of the pages [P-2.47]', () => {
  const codes = Object.keys(errorKinds).filter(
    (code) => code.startsWith('google.') && code !== 'google.no_url',
  );
  expect(codes.length).toBeGreaterThan(5);
  for (const code of codes) {
    const word = code.replace('google.', '');
    expect(
      isCallbackFailure(word) && isErrorCode(code) && sentenceFor(code) === callbackFailures[word],
      code,
    ).toBe(true);
  }
});

it.each(['', 'constructor', '__proto__', '<b>', null, undefined, 7])('knows no failure called %j', (word) => {
  expect(isCallbackFailure(word)).toBe(false);
});
