import * as oidc from 'openid-client';
import { expect, it } from 'vitest';
import { getFailure } from './google-errors.ts';

it.each([
  [400, 'refused'],
  [401, 'refused'],
  [500, 'unreachable'],
  [503, 'unreachable'],
])('takes an error of the protocol with status %i for %s', (status, kind) => {
  const cause = { error: 'temporarily_unavailable' };
  const response = new Response(JSON.stringify(cause), { status });
  expect(getFailure(new oidc.ResponseBodyError('', { cause, response }))).toMatchObject({
    kind,
    message: 'temporarily_unavailable',
  });
});
