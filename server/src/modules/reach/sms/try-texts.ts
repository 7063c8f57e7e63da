import { smsChanges, variablesOf } from '@samay/contract/reach/sms/change-texts';
import { composeSmsValues, smsVariables } from '@samay/contract/reach/sms/reminder-text';
import { addDays, indiaDate } from '@samay/contract/core/time';
import type { SendOutcome } from '../../../adapters/channels/port.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import type { TextRow } from '../channels/sms-text-queries.ts';

interface Tried {
  readonly key: string;
  readonly texts: readonly TextRow[];
  readonly number: string;
  readonly business: { readonly name: string } | undefined;
}

/**
 * Sends texts as a test, about an invented booking of tomorrow. Returns the first refusal as a sentence
 * at its field. The operators' own check follows in the delivery report.
 */
export async function tryTexts(
  { dependencies, businessType, now }: TenantContext,
  { key, texts, number }: Tried,
): Promise<Record<string, string> | undefined> {
  const { settings } = dependencies;
  const by = orNotFound(dependencies.sms, 'sms.refused').by(key);
  const values = composeSmsValues({
    businessType,
    bookings: [{ person: 'Asha', date: addDays(indiaDate(now), 1), time: '10:30' }],
    link: `${settings.publicUrl}/m?test`,
  });
  const reminder = smsVariables.map((name) => values[name]);
  const tried = texts.flatMap(({ language, templateId, code, changes }) => [
    { of: `reminders, ${language}`, templateId, values: reminder },
    ...(code ? [{ of: `codes, ${language}`, templateId: code.templateId, values: ['123456'] }] : []),
    ...smsChanges.flatMap((change) => {
      const text = changes?.[change];
      const sent = variablesOf(change).map((name) => values[name]);
      return text ? [{ of: `${change}, ${language}`, templateId: text.templateId, values: sent }] : [];
    }),
  ]);
  for (const { templateId, of, values: sent } of tried) {
    const outcome = await by.send({ to: `91${number}`, template: templateId, values: sent });
    if (outcome.kind !== 'accepted') return { [getField(outcome)]: toSentence(outcome.reason, of) };
  }
  return undefined;
}

/** Returns the field at which a refusal is shown. */
function getField({ kind, ...outcome }: Exclude<SendOutcome, { kind: 'accepted' }>): string {
  if (kind === 'unreachable') return 'testNumber';
  if (kind === 'misconfigured' && outcome.reason.includes('authkey')) return 'key';
  return 'texts';
}

/** @param of the text and its language: `codes, en` */
function toSentence(reason: string, of: string): string {
  return `Nothing was saved, because ${reason} (${of}).`;
}
