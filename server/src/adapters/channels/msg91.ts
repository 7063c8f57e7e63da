import { readMsg91Reports } from './msg91-reports.ts';
import { getRefusal, Msg91Answer } from './msg91-errors.ts';
import type { SendOutcome } from './port.ts';
import { parseAnswer, readAnswer } from './read-answer.ts';
import type { Sms, SmsMessage } from './sms-port.ts';

/** The ids that MSG91 gives to requests. */
const requestId = /^[\w-]{8,64}$/;
/**
 * Adapts MSG91's flow API (https://docs.msg91.com/sms/send-sms). Each message is one request without
 * another try: the outbox does that.
 */
export function msg91(
  { apiUrl }: { readonly apiUrl: string },
  { timeoutMs = 10_000 }: { readonly timeoutMs?: number } = {},
): Sms {
  return {
    by: (authkey) => ({ send: async (message) => send({ apiUrl, authkey, timeoutMs }, message) }),
    readReports: readMsg91Reports,
  };
}

async function send(
  { apiUrl, authkey, timeoutMs }: { apiUrl: string; authkey: string; timeoutMs: number },
  { to, template, values }: SmsMessage,
): Promise<SendOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  const variables = Object.fromEntries(values.map((value, at) => [`VAR${at + 1}`, value]));
  try {
    const response = await fetch(`${apiUrl}/api/v5/flow`, {
      method: 'POST',
      headers: { authkey, 'content-type': 'application/json' },
      redirect: 'error',
      body: JSON.stringify({
        template_id: template,
        // A shortened link would lead through another host than ours.
        short_url: '0',
        recipients: [{ mobiles: to, ...variables }],
      }),
      signal,
    });
    return toOutcome(response.status, await readAnswer(response));
  } catch {
    return {
      kind: 'later',
      reason: signal.aborted ? 'MSG91 did not answer in time' : 'MSG91 could not be reached',
    };
  }
}

/** Reads an answer. Errors may have status 200, so the body decides. */
function toOutcome(status: number, text: string): SendOutcome {
  const answer = Msg91Answer.safeParse(parseAnswer(text)).data;
  if (!answer) return getRefusal(status, undefined);
  const { type, message } = answer;
  if (status === 200 && type === 'success' && typeof message === 'string' && requestId.test(message))
    return { kind: 'accepted', providerId: message };
  return getRefusal(status, answer);
}
