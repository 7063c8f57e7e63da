import type { WhatsAppNumber } from './accounts.ts';
import { reportedFault } from './faults.ts';
import type { Phone, PhoneMessage } from './phones.ts';
import type { Template } from './templates.ts';
import type { Change } from './webhooks.ts';
import { instantNow } from '../party/clock.ts';

/** An answer of a person: text, or a tap on a quick reply of a message. */
export type Answer =
  | { readonly text: string }
  | { readonly tapped: PhoneMessage; readonly payload: string; readonly text: string };

/** Writes the webhook of a message's state. */
export function statusChange(
  from: WhatsAppNumber,
  phone: Phone,
  message: PhoneMessage,
  report: { state: 'sent' | 'delivered' | 'read' | 'failed'; code?: number; isNumberHidden: boolean },
): Change {
  const isPriced = report.state === 'sent' || report.state === 'delivered';
  return change(from, {
    ...(report.isNumberHidden ? {} : { contacts: [{ wa_id: phone.number, user_id: phone.userId }] }),
    statuses: [
      {
        id: message.id,
        status: report.state,
        timestamp: timestampNow(),
        ...(report.isNumberHidden ? {} : { recipient_id: phone.number }),
        recipient_user_id: phone.userId,
        ...(message.callbackData !== undefined && { biz_opaque_callback_data: message.callbackData }),
        ...(isPriced && {
          pricing: {
            billable: true,
            pricing_model: 'PMP',
            category: message.category.toLowerCase(),
            type: 'regular',
          },
        }),
        ...(report.code !== undefined && { errors: [reportedFault(report.code)] }),
      },
    ],
  });
}

/** Writes the webhook of what a person sent. */
export function answerChange(
  to: WhatsAppNumber,
  phone: Phone,
  id: string,
  answer: Answer,
  isNumberHidden: boolean,
): Change {
  const content =
    'tapped' in answer
      ? {
          context: { from: to.displayNumber.replaceAll(/\D/g, ''), id: answer.tapped.id },
          type: 'button',
          button: { payload: answer.payload, text: answer.text },
        }
      : { type: 'text', text: { body: answer.text } };
  return change(to, {
    contacts: [
      {
        profile: { name: 'Sandbox Phone', ...(isNumberHidden && { username: 'sandbox.phone' }) },
        ...(isNumberHidden ? {} : { wa_id: phone.number }),
        user_id: phone.userId,
      },
    ],
    messages: [
      {
        ...(isNumberHidden ? {} : { from: phone.number }),
        from_user_id: phone.userId,
        id,
        timestamp: timestampNow(),
        ...content,
      },
    ],
  });
}

/** Writes the webhook of a template's new state. */
export function templateChange(accountId: string, template: Template): Change {
  return {
    accountId,
    field: 'message_template_status_update',
    value: {
      event: template.status,
      message_template_id: Number(template.id),
      message_template_name: template.name,
      message_template_language: template.language,
      message_template_category: template.category,
      reason: template.rejected_reason ?? 'NONE',
    },
  };
}

function change(number: WhatsAppNumber, value: object): Change {
  return {
    accountId: number.accountId,
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: {
        display_phone_number: number.displayNumber.replaceAll(/\D/g, ''),
        phone_number_id: number.phoneNumberId,
      },
      ...value,
    },
  };
}

function timestampNow(): string {
  return String(Math.floor(Date.parse(instantNow()) / 1000));
}
