import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { SmsTold } from '@samay/contract/reach/sms/change-texts';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** A registered text with its ids, as it is kept. */
interface RegisteredRow {
  readonly templateId: string;
  readonly dltId: string;
  readonly text: string;
}

/** A registered text, as it is kept. */
export interface TextRow extends RegisteredRow {
  readonly language: Language;
  /** Null where the business has registered none for codes. */
  readonly code?: RegisteredRow | null | undefined;
  /** The texts that tell changes of a booking, as far as the business has registered them. */
  readonly changes?: Readonly<Partial<Record<SmsTold, RegisteredRow | null | undefined>>> | undefined;
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
      'changes',
      sql<RegisteredRow | null>`case when code_body is not null then
        json_build_object('templateId', code_template_id, 'dltId', code_dlt_id, 'text', code_body) end`.as(
        'code',
      ),
    ])
    .where('tenant_id', '=', tenantId)
    .orderBy('language')
    .$castTo<TextRow>(),
);
