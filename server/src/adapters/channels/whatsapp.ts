import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { WhatsAppSettings } from '../../core/third-party-settings.ts';
import type {
  ChannelInbox,
  CheckedNumber,
  NoticeChannel,
  OwnNumber,
  SendOutcome,
  TemplateMessage,
  TemplateState,
} from './port.ts';
import { readEvents } from './whatsapp-events.ts';
import { parseAnswer, readAnswer } from './read-answer.ts';
import { getNotSent, readFault } from './whatsapp-errors.ts';
import { checkNumber } from './whatsapp-number.ts';
import { type RegisteredText, registerTexts } from './whatsapp-templates.ts';

/** A telephone number at WhatsApp that sends, and the token that may use it. */
interface WhatsAppAccount {
  readonly phoneNumberId: string;
  readonly token: string;
}

/** WhatsApp, with the numbers that send. */
export interface WhatsApp extends ChannelInbox {
  /** The number of the installation; undefined where businesses send by their own alone. */
  readonly operator: NoticeChannel<TemplateMessage> | undefined;
  /** The ids of that number and of its account; undefined as above. */
  readonly operatorIds: { readonly phoneNumberId: string; readonly accountId: string } | undefined;
  /**
   * Registers those of some texts that an account does not have, and lists all that it has: that of the
   * installation's number where none is given. Rejects where the provider does not answer as expected.
   */
  registerTexts(
    texts: readonly RegisteredText[],
    account?: Pick<OwnNumber, 'accountId' | 'token'>,
  ): Promise<readonly TemplateState[]>;
  /** Looks a business's own number up, and has its account report to us. */
  check(number: OwnNumber): Promise<CheckedNumber>;
  /** Returns the channel of a business's own number. */
  by(account: WhatsAppAccount): NoticeChannel<TemplateMessage>;
}

const Accepted = z.object({
  messages: z
    .array(z.object({ id: z.string().min(1).max(500), message_status: z.string().optional() }))
    .min(1),
});
/**
 * Adapts the WhatsApp Cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api). Each message is
 * one request without another try: the outbox does that.
 */
export function whatsAppCloud(
  settings: WhatsAppSettings,
  { publicUrl, timeoutMs = 10_000 }: { readonly publicUrl: string; readonly timeoutMs?: number },
): WhatsApp {
  const by = (account: WhatsAppAccount): NoticeChannel<TemplateMessage> => ({
    send: async (message) => sendTemplate(settings, { account, message, timeoutMs }),
  });
  return {
    operator: settings.operator && by(settings.operator),
    by,
    operatorIds: settings.operator,
    registerTexts: async (texts, account = settings.operator) =>
      account ? registerTexts(settings, { account, texts, publicUrl, timeoutMs }) : [],
    check: async (number) => checkNumber(settings, number, timeoutMs),
    answerChallenge: (query) => {
      const asked = Challenge.safeParse(query);
      if (!asked.success || !isSame(asked.data['hub.verify_token'], settings.verifyToken)) return undefined;
      return asked.data['hub.challenge'];
    },
    proves: (body, signature) =>
      typeof signature === 'string' &&
      settings.appSecrets.some((secret) =>
        isSame(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`),
      ),
    read: readEvents,
  };
}

const Challenge = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.challenge': z.string().min(1).max(200),
  'hub.verify_token': z.string(),
});

interface Sending {
  readonly account: WhatsAppAccount;
  readonly message: TemplateMessage;
  readonly timeoutMs: number;
}

async function sendTemplate(
  { apiUrl, apiVersion }: WhatsAppSettings,
  { account, message, timeoutMs }: Sending,
): Promise<SendOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${apiUrl}/${apiVersion}/${account.phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      redirect: 'error',
      body: JSON.stringify(composeBody(message)),
      signal,
    });
    const text = await readAnswer(response);
    return response.ok ? readAccepted(text) : getNotSent(readFault(text), response.status);
  } catch {
    return {
      kind: 'later',
      reason: signal.aborted ? 'WhatsApp did not answer in time' : 'WhatsApp could not be reached',
    };
  }
}

function composeBody({ to, template, language, values, link, answer, reference }: TemplateMessage): object {
  const button = (index: number, sub_type: string, parameter: object) => ({
    type: 'button',
    sub_type,
    index: String(index),
    parameters: [parameter],
  });
  const buttons = [
    ...(answer === null
      ? []
      : [{ sub_type: 'quick_reply', parameter: { type: 'payload', payload: answer } }]),
    ...(link === null ? [] : [{ sub_type: 'url', parameter: { type: 'text', text: link } }]),
  ];
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'template',
    template: {
      name: template,
      language: { code: language },
      components: [
        { type: 'body', parameters: values.map((text) => ({ type: 'text', text })) },
        ...buttons.map(({ sub_type, parameter }, index) => button(index, sub_type, parameter)),
      ],
    },
    biz_opaque_callback_data: reference,
  };
}

/** Reads an answer of 200: it says that the message was taken, not that it was delivered. */
function readAccepted(text: string): SendOutcome {
  const read = Accepted.safeParse(parseAnswer(text));
  const message = read.data?.messages[0];
  if (!message) return { kind: 'later', reason: 'WhatsApp answered something else than expected' };
  if (message.message_status === 'paused') return getNotSent(132_015, 200);
  return { kind: 'accepted', providerId: message.id };
}

/** Compares in constant time, whatever the lengths. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHmac('sha256', 'compared').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
