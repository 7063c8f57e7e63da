import { z } from 'zod';
import type { NotSent } from './port.ts';

/** An answer of the flow API, in its present and its older form. */
export const Msg91Answer = z.object({
  type: z.string().nullish(),
  message: z.unknown().optional(),
  msg_type: z.string().nullish(),
  msg: z.unknown().optional(),
  errors: z.unknown().optional(),
  apiError: z.union([z.string(), z.number()]).nullish(),
});
export type Msg91Answer = z.infer<typeof Msg91Answer>;

/**
 * The words of refusals that say what to do; MSG91 documents no codes of the flow API. The first that
 * matches decides.
 */
const refusals: readonly (readonly [RegExp, NotSent['kind'], string])[] = [
  [/auth|unauthori[sz]ed|invalid key/i, 'misconfigured', 'MSG91 does not accept the authkey'],
  [/template|flow/i, 'misconfigured', 'MSG91 does not know the template, or has not approved it'],
  [/balance|credit|recharge/i, 'misconfigured', 'the account at MSG91 has no balance'],
  [/sender|header/i, 'misconfigured', 'MSG91 does not accept the header'],
  [/mobile|number/i, 'unreachable', 'the number takes no SMS'],
  [/too many|limit/i, 'later', 'MSG91 takes no more messages for now'],
];

/** The code of MSG91 for a server whose address the account does not allow. */
const addressRefused = '418';

/** Returns what follows from an answer that is no acceptance. */
export function getRefusal(status: number, answer: Msg91Answer | undefined): NotSent {
  if (status === 429 || status >= 500) return { kind: 'later', reason: `MSG91 answered ${status}` };
  if (String(answer?.apiError ?? '') === addressRefused)
    return {
      kind: 'misconfigured',
      reason: 'MSG91 does not accept messages from the address of this server',
    };
  const words = [answer?.message, answer?.msg, answer?.errors].filter((each) => typeof each === 'string');
  const found = refusals.find(([pattern]) => pattern.test(words.join(' ')));
  if (found) return { kind: found[1], reason: found[2] };
  if (status === 401 || status === 403)
    return { kind: 'misconfigured', reason: 'MSG91 does not accept the authkey' };
  if (!answer || (answer.type ?? answer.msg_type ?? '') !== 'error')
    return { kind: 'later', reason: 'MSG91 answered something else than expected' };
  return { kind: 'refused', reason: 'MSG91 refused the message' };
}

/** The codes of the operators' check of registered texts (DLT), by which a report says why it failed. */
const scrubbed: Readonly<Record<number, readonly [NotSent['kind'], string]>> = {
  600: ['misconfigured', 'the operators do not know the entity'],
  620: ['misconfigured', 'the operators do not know the header'],
  621: ['misconfigured', 'the header is not active with the operators'],
  622: ['misconfigured', 'the operators have blocked the header'],
  623: ['misconfigured', 'the header belongs to another entity'],
  630: ['misconfigured', 'the operators do not know the template'],
  631: ['misconfigured', 'the template is not active with the operators'],
  632: ['misconfigured', 'the operators have blocked the template'],
  633: ['misconfigured', 'the text at MSG91 differs from the registered one'],
  634: ['misconfigured', 'the template is not registered for the header'],
  635: ['refused', 'a value was longer than the operators allow'],
  636: ['refused', 'a value was not of its type'],
  637: ['misconfigured', 'the operators do not know the template'],
  650: ['unreachable', 'the person takes no such messages (DND)'],
  660: ['unreachable', 'the person has not agreed to such messages'],
  670: ['refused', 'the operators could not check the message'],
};

/** The words that a report may have instead of a code. */
const scrubbedWords: readonly (readonly [RegExp, number])[] = [
  [/not matched with dlt template|template[_ ]not[_ ]matched/i, 633],
  [/dnd|ndnc|preference/i, 650],
];

const failed: Readonly<Record<string, readonly [NotSent['kind'], string]>> = {
  2: ['unreachable', 'the number was not reached'],
  9: ['unreachable', 'the person takes no such messages (DND)'],
  16: ['refused', 'the operators refused the message'],
  17: ['refused', 'the operators have blocked the message'],
  25: ['refused', 'the operators refused the message'],
};

/** Returns why a report says that a message failed; undefined where it says that it did not. */
export function getReportedFailure(status: string, words: string): NotSent | undefined {
  const code =
    Number(/\b6\d\d\b/.exec(words)?.[0]) || scrubbedWords.find(([pattern]) => pattern.test(words))?.[1];
  const found = failed[status] && ((code && scrubbed[code]) || failed[status]);
  return found && { kind: found[0], reason: found[1] };
}
