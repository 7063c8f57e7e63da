import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import { statement } from '../../../db/statement.ts';

export interface TextState {
  readonly name: string;
  readonly language: Language;
  readonly state: 'waiting' | 'approved' | 'refused' | 'paused';
  readonly reason: string | null;
}

/** Notes what WhatsApp says about a registered text. */
export const saveTextState = statement<TextState & { readonly now: Date }, object>(
  (db, { name, language, state, reason, now }) => {
    const changes = { state, reason, updated_at: now };
    return db
      .insertInto('notice_templates')
      .values({ channel: 'whatsapp', name, language, ...changes })
      .onConflict((conflict) => conflict.columns(['channel', 'name', 'language']).doUpdateSet(changes));
  },
);

/** Lists what WhatsApp said about the registered texts. */
export const listTextStates = statement<object, TextState>((db) =>
  db
    .selectFrom('notice_templates')
    .select(['name', 'language', 'state', 'reason'])
    .where('channel', '=', 'whatsapp')
    .$castTo<TextState>(),
);
