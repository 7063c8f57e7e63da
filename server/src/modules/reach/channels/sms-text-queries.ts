import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** A registered text of codes, as it is kept. */
interface CodeRow {
  readonly templateId: string;
  readonly dltId: string;
  readonly text: string;
}

/** A registered text, as it is kept. */
export interface TextRow extends CodeRow {
  readonly language: Language;
  /** Null where the business has registered none for codes. */
  readonly code?: CodeRow | null | undefined;
}

/** Lists the registered texts of a business. */
export const listTexts = statement<object, TextRow>((db, { tenantId }) =>
  db
    .selectFrom('sms_texts')
    .select([
      'language',
      'template_id as templateId',
      'dlt_id as dltId',
      'body as text',
      sql<CodeRow | null>`case when code_body is not null then
        json_build_object('templateId', code_template_id, 'dltId', code_dlt_id, 'text', code_body) end`.as(
        'code',
      ),
    ])
    .where('tenant_id', '=', tenantId)
    .orderBy('language')
    .$castTo<TextRow>(),
);
