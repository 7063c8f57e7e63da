import { z } from 'zod';
import type { WhatsAppSettings } from '../../core/third-party-settings.ts';
import type { CheckedNumber, NotSent, OwnNumber } from './port.ts';
import { parseAnswer, readAnswer } from './read-answer.ts';
import { getNotSent, readFault } from './whatsapp-errors.ts';

const Numbers = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      display_phone_number: z.string().max(50).nullish(),
      verified_name: z.string().max(140).nullish(),
    }),
  ),
});

/**
 * Looks a number up in its account, and has the account report to our app. The token must be able to do
 * both, as it must to register texts.
 */
export async function checkNumber(
  { apiUrl, apiVersion }: Pick<WhatsAppSettings, 'apiUrl' | 'apiVersion'>,
  { phoneNumberId, accountId, token }: OwnNumber,
  timeoutMs: number,
): Promise<CheckedNumber> {
  const ask = async (method: 'GET' | 'POST', path: string): Promise<unknown> => {
    const response = await fetch(`${apiUrl}/${apiVersion}/${accountId}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readAnswer(response);
    if (!response.ok) throw new NotAnswered(getNotSent(readFault(text), response.status));
    return parseAnswer(text);
  };
  try {
    const fields = 'id,display_phone_number,verified_name';
    const listed = Numbers.safeParse(await ask('GET', `phone_numbers?limit=100&fields=${fields}`));
    const found = listed.data?.data.find(({ id }) => id === phoneNumberId);
    if (!found) return { kind: 'unknown' };
    await ask('POST', 'subscribed_apps');
    const { display_phone_number: number, verified_name: name } = found;
    return { kind: 'found', name: [number ?? phoneNumberId, ...(name ? [`(${name})`] : [])].join(' ') };
  } catch (error) {
    if (error instanceof NotAnswered) return error.outcome;
    return { kind: 'later', reason: 'WhatsApp could not be reached' };
  }
}

class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
  readonly outcome: NotSent;

  constructor(outcome: NotSent) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}
