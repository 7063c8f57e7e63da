import { getGoogleLink } from '@samay/contract/identity/google-sign-in';
import { type FactorProof, getSecondFactor, raiseAssurance } from '@samay/contract/identity/second-factor';
import { listSessions } from '@samay/contract/identity/sessions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { tokens } from '../../../lib/api/access-token.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
});

export const factorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
});

export const googleLinkQuery = queryOptions({
  queryKey: ['google-link'],
  queryFn: ({ signal }) => call(getGoogleLink, { signal }),
});

/** Verifies the second factor for this session. All tabs then use the new token. */
export async function proveFactor(body: FactorProof): Promise<void> {
  tokens.replace(await call(raiseAssurance, { body }));
}
