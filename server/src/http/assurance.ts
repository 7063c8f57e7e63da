import type { Endpoint } from '@samay/contract/core/endpoint';
import { assertThat } from '../core/app-error.ts';
import type { Caller } from '../context/request-context.ts';

/** What matters most wants the second factor proven within this time. */
const freshForMs = 60 * 60_000;

/**
 * Refuses with 403 a caller who is not as sure as the endpoint demands (contract/src/core/endpoint.ts, `Assurance`):
 * `session.insufficient_assurance` where a code is missing, `session.factor_required` where there is none to make codes with.
 */
export function assertAssured({ awaits, hasFactor, assuredAt }: Caller, { assurance }: Pick<Endpoint, 'assurance'>, now: Date): void {
  if (assurance === 'any') return;
  assertThat(awaits !== 'code', 'session.insufficient_assurance');
  assertThat(awaits !== 'enrolment' || assurance === 'enrolment', 'session.factor_required');
  if (assurance === 'aal2-when-enrolled' && hasFactor) assertThat(isFresh(assuredAt, now), 'session.insufficient_assurance');
}

function isFresh(assuredAt: Date | null, now: Date): boolean {
  return assuredAt !== null && now.getTime() - assuredAt.getTime() <= freshForMs;
}
