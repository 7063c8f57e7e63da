import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { saveChannel } from '../channels/queries.ts';
import type { TextRow } from '../channels/sms-text-queries.ts';
import { type FailedLate, isLatestNews } from '../notices/report-queries.ts';

/** Deletes the texts of other languages than some. */
export const deleteOtherTexts = statement<{ languages: readonly Language[] }, object>(
  (db, { tenantId, languages }) =>
    db
      .deleteFrom('sms_texts')
      .where('tenant_id', '=', tenantId)
      .where('language', '<>', sql<Language>`all(${languages}::text[])`),
);

interface SavedText extends Omit<TextRow, 'code' | 'changes'> {
  /** The texts of changes, as JSON. */
  readonly changes: string;
  readonly codeTemplateId: string | null;
  readonly codeDltId: string | null;
  readonly codeText: string | null;
  readonly now: Date;
}

export const saveText = statement<SavedText, object>(
  (
    db,
    { tenantId, language, templateId, dltId, text, codeTemplateId, codeDltId, codeText, changes: texts, now },
  ) => {
    const changes = {
      template_id: templateId,
      dlt_id: dltId,
      body: text,
      code_template_id: codeTemplateId,
      code_dlt_id: codeDltId,
      code_body: codeText,
      changes: texts,
      updated_at: now,
    };
    return db
      .insertInto('sms_texts')
      .values({ tenant_id: tenantId, language, ...changes })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'language']).doUpdateSet(changes));
  },
);

interface Account {
  readonly isOn: boolean;
  readonly header: string;
  readonly entityId: string;
  readonly encrypted: Buffer;
  readonly now: Date;
}

/** Keeps the account of a business; what stopped it is forgotten. */
export const saveAccount = statement<Account, object>(
  (db, { tenantId, isOn, header, entityId, encrypted, now }) =>
    saveChannel(
      db,
      { tenantId, channel: 'sms' },
      { is_on: isOn, account: header, encrypted_token: encrypted, entity_id: entityId, updated_at: now },
    ),
);

/** Reads the entity id of the account. */
export const readEntity = statement<object, { readonly entityId: string | null }>((db, { tenantId }) =>
  db
    .selectFrom('notice_channels')
    .select('entity_id as entityId')
    .where('tenant_id', '=', tenantId)
    .where('channel', '=', 'sms'),
);

/** Reads the short id and the name of a business. */
export const readBusiness = statement<object, { readonly shortId: string; readonly name: string }>(
  (db, { tenantId }) =>
    db.selectFrom('tenants').select(['short_id as shortId', 'name']).where('id', '=', tenantId),
);

/** Finds the business of a secret address by its short id. */
export const findReported = statement<{ shortId: string }, { readonly id: string }>((db, { shortId }) =>
  db.selectFrom('tenants').select('id').where('short_id', '=', shortId).where('deleted_at', 'is', null),
);

/** A notice of which the operators report. */
interface Reported {
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Reads whether a request is unknown while a message of the business that is being sent since an instant has no request
 * yet. One row.
 */
export const readIsAwaited = statement<{ requestId: string; since: Date }, { readonly isAwaited: boolean }>(
  (_, { tenantId, requestId, since }) => sql<{ isAwaited: boolean }>`
    select not exists (select from notices where notices.tenant_id = ${tenantId} and notices.provider_id = ${requestId})
      and not exists (select from number_proofs where number_proofs.tenant_id = ${tenantId} and message_id = ${requestId})
      and exists (select from notices where notices.tenant_id = ${tenantId} and notices.created_at > ${since}::timestamptz
        and notices.channel = 'sms' and notices.state = 'queued') as "isAwaited"`,
);

/** Notes that a message reached the phone, and returns when its notices began; no row where that is known. */
export const settleDelivered = statement<Reported, { readonly began: Date }>(
  (db, { tenantId, requestId, now }) =>
    db
      .updateTable('notices')
      .set({ state: 'delivered', settled_at: now })
      .where('tenant_id', '=', tenantId)
      .where('provider_id', '=', requestId)
      .where('channel', '=', 'sms')
      .where('state', '=', 'sent')
      .returning('created_at as began'),
);

/**
 * Notes that a message failed, and returns the bookings of which it told; no row where that is known, or
 * where it was delivered.
 */
export const settleUndelivered = statement<
  Reported & { reason: string },
  FailedLate & { readonly language: string }
>((db, { tenantId, requestId, reason, now }) =>
  db
    .updateTable('notices')
    .set({ state: 'failed', reason, settled_at: now })
    .where('tenant_id', '=', tenantId)
    .where('provider_id', '=', requestId)
    .where('channel', '=', 'sms')
    .where('state', '=', 'sent')
    .returning([
      'appointment_id as bookingId',
      'kind',
      'lead_min as lead',
      'starts_at as startsAt',
      'language',
      isLatestNews(tenantId).as('isNews'),
    ]),
);
