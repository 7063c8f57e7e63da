import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { statement } from '../../../db/statement.ts';

/** A registered text, as it is kept. */
export interface TextRow {
  readonly language: Language;
  readonly templateId: string;
  readonly dltId: string;
  readonly text: string;
}

/** Lists the registered texts of a business. */
export const listTexts = statement<object, TextRow>((db, { tenantId }) =>
  db
    .selectFrom('sms_texts')
    .select(['language', 'template_id as templateId', 'dlt_id as dltId', 'body as text'])
    .where('tenant_id', '=', tenantId)
    .orderBy('language')
    .$castTo<TextRow>(),
);
