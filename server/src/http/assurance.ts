import type { Endpoint } from '@samay/contract/core/endpoint';
import type { Caller } from '../context/request-context.ts';
import { assertThat } from '../core/app-error.ts';

/** The age of a second factor's proof up to which the most sensitive endpoints accept it. */
const freshForMs = 60 * 60_000;

/**
 * Refuses with 403 a caller without the assurance that the endpoint demands
 * (contract/src/core/endpoint.ts, `Assurance`): `session.insufficient_assurance` if a code is
 * missing, `session.factor_required` if the caller has no second factor yet.
 */
export function assertAssured(
  { awaits, hasFactor, assuredAt }: Caller,
  { assurance }: Pick<Endpoint, 'assurance'>,
  now: Date,
): void {
  if (assurance === 'any') return;
  assertThat(awaits !== 'code', 'session.insufficient_assurance');
  assertThat(awaits !== 'enrolment' || assurance === 'enrolment', 'session.factor_required');
  if (assurance === 'aal2-when-enrolled' && hasFactor)
    assertThat(isFresh(assuredAt, now), 'session.insufficient_assurance');
}

function isFresh(assuredAt: Date | null, now: Date): boolean {
  return assuredAt !== null && now.getTime() - assuredAt.getTime() <= freshForMs;
}
