import { z } from 'zod';
import type { AnswerEvent, ChannelEvent, StatusEvent, TextEvent } from './port.ts';
import { parseAnswer } from './read-answer.ts';
import { getNotSent } from './whatsapp-errors.ts';
import { templateStates } from './whatsapp-templates.ts';

const Id = z.string().min(1).max(500);

const Status = z.object({
  id: Id,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  biz_opaque_callback_data: z.string().max(200).nullish(),
  errors: z.array(z.object({ code: z.number() })).nullish(),
});

const Message = z.object({
  id: Id,
  // People with a user name may come without a number.
  from: z
    .string()
    .regex(/^\d{6,15}$/)
    .nullish()
    .catch(null),
  type: z.string().max(50),
  context: z.object({ id: Id.nullish() }).nullish().catch(null),
  text: z.object({ body: z.string() }).nullish(),
  button: z.object({ payload: z.string().nullish(), text: z.string().nullish() }).nullish(),
  interactive: z
    .object({ button_reply: z.object({ id: z.string(), title: z.string().nullish() }).nullish() })
    .nullish(),
});

const Envelope = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      id: z.string().max(100).nullish(),
      changes: z.array(
        z.object({
          field: z.string(),
          value: z.object({
            metadata: z.object({ phone_number_id: z.string().max(100) }).nullish(),
            statuses: z.array(z.unknown()).nullish(),
            messages: z.array(z.unknown()).nullish(),
            event: z.unknown().optional(),
            message_template_name: z.unknown().optional(),
            message_template_language: z.unknown().optional(),
            reason: z.unknown().optional(),
          }),
        }),
      ),
    }),
  ),
});

/** The most characters of a person's words that are kept. */
const longestText = 1000;

/** Reads the reports in a body of the webhook; a report that is not understood is left out. */
export function readEvents(body: Buffer): ChannelEvent[] {
  const envelope = Envelope.safeParse(parseAnswer(body.toString('utf8')));
  if (!envelope.success) return [];
  const changes = envelope.data.entry.flatMap(({ id, changes: own }) => own.map((each) => ({ id, ...each })));
  return changes.flatMap<ChannelEvent>(({ id, field, value }) => {
    if (field === 'message_template_status_update') return (id && toText(value, id)) || [];
    if (field !== 'messages') return [];
    const account = value.metadata?.phone_number_id;
    return [
      ...(value.statuses ?? []).flatMap((status) => toStatus(status) ?? []),
      ...(value.messages ?? []).flatMap((message) => (account && toAnswer(message, account)) || []),
    ];
  });
}

const Text = z.object({
  event: z.string().max(50),
  message_template_name: z.string().min(1).max(512),
  message_template_language: z.string().min(1).max(20),
  reason: z.string().max(500).nullish().catch(null),
});

/** Reads that a registered text has another state. */
function toText(given: unknown, accountId: string): TextEvent | undefined {
  const read = Text.safeParse(given);
  if (!read.success) return undefined;
  const { event, message_template_name: name, message_template_language: language, reason } = read.data;
  const hasReason = event === 'REJECTED' && reason && reason !== 'NONE';
  const state = templateStates[event] ?? 'waiting';
  return { kind: 'text', accountId, name, language, state, reason: hasReason ? reason : null };
}

function toStatus(given: unknown): StatusEvent | undefined {
  const read = Status.safeParse(given);
  if (!read.success) return undefined;
  const { id, status, errors, biz_opaque_callback_data: reference } = read.data;
  const failure = status === 'failed' ? getNotSent(errors?.[0]?.code, 200) : null;
  return { kind: 'status', providerId: id, reference: reference ?? null, state: status, failure };
}

function toAnswer(given: unknown, account: string): AnswerEvent | undefined {
  const read = Message.safeParse(given);
  if (!read.success) return undefined;
  const { id, from, type, context, text, button, interactive } = read.data;
  const reply = interactive?.button_reply;
  const words = text?.body ?? button?.text ?? reply?.title ?? `[${type}]`;
  return {
    kind: 'answer',
    providerId: id,
    account,
    from: from ?? null,
    quoted: context?.id ?? null,
    pressed: button?.payload ?? reply?.id ?? null,
    text: Array.from(words).slice(0, longestText).join(''),
  };
}
