import { z } from 'zod';
import type { NotSent } from './port.ts';
import { parseAnswer } from './read-answer.ts';

type Kind = NotSent['kind'];

/**
 * The codes of the Cloud API that say what to do, in one or more ranges
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes). Their titles change; only
 * codes are relied on.
 */
const known: Readonly<Record<number, readonly [Kind, string]>> = {
  0: ['misconfigured', 'WhatsApp no longer accepts the token'],
  2: ['later', 'WhatsApp is not available'],
  3: ['misconfigured', 'the token may not send messages'],
  4: ['later', 'WhatsApp takes no more messages for now'],
  10: ['misconfigured', 'the token may not send messages'],
  100: ['refused', 'WhatsApp does not understand the message'],
  190: ['misconfigured', 'WhatsApp no longer accepts the token'],
  368: ['misconfigured', 'WhatsApp has blocked the account'],
  80_007: ['later', 'WhatsApp takes no more messages for now'],
  130_429: ['later', 'WhatsApp takes no more messages for now'],
  130_497: ['unreachable', 'WhatsApp does not send to this country'],
  131_000: ['later', 'WhatsApp could not take the message'],
  131_005: ['misconfigured', 'the token may not send messages'],
  131_008: ['refused', 'WhatsApp does not understand the message'],
  131_009: ['refused', 'WhatsApp does not understand the message'],
  131_016: ['later', 'WhatsApp is not available'],
  131_021: ['unreachable', 'the number is that of the sender'],
  131_026: ['unreachable', 'the number is not on WhatsApp'],
  131_031: ['misconfigured', 'WhatsApp has locked the account'],
  131_042: ['misconfigured', 'the account at WhatsApp has no way to pay'],
  131_045: ['misconfigured', 'the sending number is not registered at WhatsApp'],
  131_047: ['refused', 'the person has not written within a day'],
  131_048: ['later', 'WhatsApp takes no more messages for now'],
  131_049: ['unreachable', 'WhatsApp holds back more messages to the person'],
  131_050: ['unreachable', 'the person takes no such messages on WhatsApp'],
  131_051: ['refused', 'WhatsApp does not understand the message'],
  131_053: ['refused', 'WhatsApp does not understand the message'],
  131_056: ['later', 'the person had another message just now'],
  132_000: ['refused', 'the text at WhatsApp has other variables'],
  132_001: ['refused', 'WhatsApp has not approved the text in this language'],
  132_005: ['refused', 'the text is too long for WhatsApp'],
  132_007: ['refused', 'WhatsApp does not allow the text'],
  132_012: ['refused', 'the text at WhatsApp has other variables'],
  132_015: ['refused', 'WhatsApp has paused the text'],
  132_016: ['refused', 'WhatsApp has disabled the text'],
  133_010: ['misconfigured', 'the sending number is not registered at WhatsApp'],
};

const Failed = z.object({ error: z.object({ code: z.number() }) });

/** Reads the code of an error in an answer; undefined where it has none. */
export function readFault(text: string): number | undefined {
  return Failed.safeParse(parseAnswer(text)).data?.error.code;
}

/** Returns what follows from an error of the API, by its code or else by the status of its answer. */
export function getNotSent(code: number | undefined, status: number): NotSent {
  const found = code === undefined ? undefined : known[code];
  if (found) return { kind: found[0], reason: found[1] };
  const named = code === undefined ? `WhatsApp answered ${status}` : `WhatsApp reported error ${code}`;
  if (status === 429 || status >= 500) return { kind: 'later', reason: named };
  if (status === 401 || status === 403) return { kind: 'misconfigured', reason: named };
  return { kind: 'refused', reason: named };
}
