import type { CodeTemplate } from '@samay/contract/reach/codes/texts';
import type { RegisteredTemplate } from '@samay/contract/reach/reminders/templates';
import { z } from 'zod';
import type { WhatsAppSettings } from '../../core/third-party-settings.ts';
import type { TemplateState } from './port.ts';

/** A text that is registered: of a notice, or of a code, whose words are WhatsApp's own. */
export type RegisteredText = RegisteredTemplate | CodeTemplate;

interface Registering {
  readonly account: { readonly accountId: string; readonly token: string };
  readonly texts: readonly RegisteredText[];
  /** The address to which the button's end is added. */
  readonly publicUrl: string;
  readonly timeoutMs: number;
}

/** The most pages of the list that are read. */
const mostPages = 20;

/** Registers those of some texts that an account does not have, and lists all that it has. */
export async function registerTexts(
  { apiUrl, apiVersion }: Pick<WhatsAppSettings, 'apiUrl' | 'apiVersion'>,
  { account, texts, publicUrl, timeoutMs }: Registering,
): Promise<TemplateState[]> {
  const ask = async (query: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${apiUrl}/${apiVersion}/${account.accountId}/message_templates${query}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`WhatsApp answered ${response.status} about its texts`);
    return response.json();
  };
  const list = async (): Promise<TemplateState[]> => {
    const all: TemplateState[] = [];
    let after: string | undefined = '';
    for (let page = 0; page < mostPages && after !== undefined; page += 1) {
      const from = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
      const read = readTemplates(await ask(`?limit=100${from}`));
      all.push(...read.templates);
      after = read.after;
    }
    return all;
  };
  const known = await list();
  const missing = texts.filter(
    ({ name, language }) => !known.some((text) => text.name === name && text.language === language),
  );
  for (const text of missing)
    await ask('', 'minutes' in text ? composeCode(text) : composeRegistration(text, publicUrl));
  return missing.length > 0 ? list() : known;
}

const Listed = z.object({
  data: z.array(
    z.object({
      name: z.string().max(512),
      language: z.string().max(20),
      status: z.string().max(50),
      rejected_reason: z.string().max(500).nullish(),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string().nullish() }).nullish(), next: z.string().nullish() })
    .nullish(),
});

/** The states of a text by the names that the API and its webhooks give them. */
export const templateStates: Readonly<Record<string, TemplateState['state']>> = {
  APPROVED: 'approved',
  REJECTED: 'refused',
  DISABLED: 'refused',
  PAUSED: 'paused',
  LOCKED: 'paused',
  ARCHIVED: 'paused',
};

/** Reads a page of the list of registered texts; `after` is where the next one begins. */
function readTemplates(answer: unknown): { templates: TemplateState[]; after: string | undefined } {
  const { data, paging } = Listed.parse(answer);
  const templates = data.map(({ name, language, status, rejected_reason: reason }) => ({
    name,
    language,
    state: templateStates[status] ?? 'waiting',
    reason: status === 'REJECTED' && reason && reason !== 'NONE' ? reason : null,
  }));
  return { templates, after: paging?.next ? (paging.cursors?.after ?? undefined) : undefined };
}

/** Composes the registration of a text, with the address that its button opens. */
function composeRegistration(template: RegisteredTemplate, publicUrl: string): object {
  const { name, language, body, order, footer, coming, open } = template;
  const examples = order.map((variable) => example[variable]);
  const buttons = [
    ...(coming === null ? [] : [{ type: 'QUICK_REPLY', text: coming }]),
    ...(open === null
      ? []
      : [{ type: 'URL', text: open, url: `${publicUrl}/m/{{1}}`, example: [`${publicUrl}/m/example`] }]),
  ];
  return {
    name,
    language,
    category: 'UTILITY',
    components: [
      { type: 'BODY', text: body, example: { body_text: [examples] } },
      { type: 'FOOTER', text: footer },
      ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons }] : []),
    ],
  };
}

/** Composes the registration of a code, with the button that copies it. */
function composeCode({ name, language, minutes }: CodeTemplate): object {
  return {
    name,
    language,
    category: 'AUTHENTICATION',
    components: [
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: minutes },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
    ],
  };
}

/** The examples that a reviewer reads. */
const example = {
  person: 'Asha Kulkarni',
  business: 'City Care Clinic',
  when: 'Tuesday, 24 November 2026, at 10:30 am · Dr. Rao',
  time: '11:15 am',
} as const;
