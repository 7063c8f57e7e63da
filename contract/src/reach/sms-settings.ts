import { z } from 'zod';
import { Language } from '../bookings/whatsapp-messages.ts';
import { endpoint } from '../core/endpoint.ts';
import { lintChangeText, type SmsTold } from './sms/change-texts.ts';
import { lintCodeText } from './sms/code-text.ts';
import { lintSmsText } from './sms/reminder-text.ts';

const TemplateId = z
  .string()
  .trim()
  .regex(/^[0-9a-fA-F]{24}$/, 'Please enter the template id of MSG91: 24 letters and digits');
const DltId = z
  .string()
  .trim()
  .regex(/^\d{19}$/, 'Please enter the DLT template id: 19 digits');

/** The text as it is registered, with its variables as `{#alphanumeric#}`. */
const registered = (lint: (text: string) => string[]) =>
  z
    .string()
    .trim()
    .min(1, 'Please paste the registered text')
    .max(1000, 'Please use 1000 characters at most')
    .superRefine((text, context) => {
      const [fault] = lint(text);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    });

/** A further registered text with its ids. */
const registeredText = (lint: (text: string) => string[]) =>
  z.strictObject({ templateId: TemplateId, dltId: DltId, text: registered(lint) });

/** The text of codes of the public page. */
export const SmsCode = registeredText(lintCodeText);

const changeText = (change: SmsTold) =>
  registeredText((text) => lintChangeText(change, text))
    .nullable()
    .optional();

/** The texts that tell a change of a booking; null where people are not told of it by SMS in this language. */
export const SmsChangeTexts = z.strictObject({
  booked: changeText('booked'),
  moved: changeText('moved'),
  cancelled: changeText('cancelled'),
});
export type SmsChangeTexts = z.infer<typeof SmsChangeTexts>;

/** A text that a business registered with the operators, and its template at MSG91. */
export const SmsText = z.strictObject({
  language: Language,
  /** MSG91's id of the template. */
  templateId: TemplateId,
  /** The operators' id of the text. */
  dltId: DltId,
  text: registered(lintSmsText),
  /** Null where codes do not leave by SMS in this language. Missing in a change keeps what is kept. */
  code: SmsCode.nullable().optional(),
  /** Missing in a change keeps what is kept. */
  changes: SmsChangeTexts.optional(),
});
export type SmsText = z.infer<typeof SmsText>;

/** The messages by SMS of a business, by its own account at MSG91. */
export const SmsSettings = z.strictObject({
  isOn: z.boolean(),
  /** Whether an authkey is kept. It is never shown. */
  hasKey: z.boolean(),
  entityId: z.string().nullable(),
  header: z.string().nullable(),
  texts: z.array(SmsText),
  /** The address of delivery reports, which is secret; null for who may not change it. */
  reportAddress: z.string().nullable(),
  /** Why SMS has stopped, and what to do, in one sentence; null where it does well. */
  trouble: z.string().nullable(),
  may: z.strictObject({ change: z.boolean() }),
});
export type SmsSettings = z.infer<typeof SmsSettings>;

export const getSmsSettings = endpoint({
  method: 'GET',
  path: '/api/sms-settings',
  access: 'integrations.write',
  summary: 'The account at MSG91 and the registered texts by which the business reminds by SMS.',
  reply: SmsSettings,
});

export const SmsChange = z.strictObject({
  isOn: z.boolean(),
  /** The authkey; null keeps the one that is kept. */
  key: z
    .string()
    .trim()
    .regex(/^[\w-]{10,100}$/, 'Please enter the authkey of MSG91')
    .nullable(),
  entityId: z
    .string()
    .trim()
    .regex(/^\d{19}$/, 'Please enter the entity id: 19 digits'),
  header: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{3,11}$/, 'Please enter the header: 3 to 11 letters or digits'),
  texts: z
    .array(SmsText)
    .min(1, 'Please add a text')
    .max(4)
    .refine(
      (texts) => new Set(texts.map(({ language }) => language)).size === texts.length,
      'Please add one text for each language',
    ),
  /** The mobile number that gets each new text as a test; null where nothing is new. */
  testNumber: z
    .string()
    .trim()
    .regex(/^[6-9]\d{9}$/, 'Please enter a mobile number: 10 digits')
    .nullable(),
});
export type SmsChange = z.infer<typeof SmsChange>;

export const changeSmsSettings = endpoint({
  method: 'PUT',
  path: '/api/sms-settings',
  access: 'integrations.write',
  assurance: 'aal2-when-enrolled',
  summary:
    'Change the account at MSG91 and the registered texts. Each new text is sent to a number as a test first; ' +
    'where MSG91 refuses it, nothing is saved.',
  body: SmsChange,
  reply: SmsSettings,
});

export const receiveSmsReport = endpoint({
  method: 'POST',
  path: '/api/sms-reports/:secret',
  access: 'public',
  summary:
    'Webhook of MSG91 about messages of one business. It is not signed: its address has a secret, and a ' +
    'report counts for a request that is known.',
  params: z.strictObject({ secret: z.string() }),
  transport: 'raw',
});
