import type { Language } from '@samay/contract/bookings/whatsapp-messages/message-words';
import type { SmsTold } from '@samay/contract/reach/sms/change-texts';
import { SmsChange, type SmsSettings } from '@samay/contract/reach/sms-settings';

/** The values of the form; the key and the number are not kept with the settings. */
export interface SmsValues {
  readonly isOn: boolean;
  readonly key: string;
  readonly entityId: string;
  readonly header: string;
  readonly texts: readonly TextValues[];
  readonly testNumber: string;
}

/** A registered text and its ids. */
export interface RegisteredValues {
  readonly templateId: string;
  readonly dltId: string;
  readonly text: string;
}

export interface TextValues extends RegisteredValues {
  readonly language: Language;
  /** The text of codes; missing or null where there is none. */
  readonly code?: RegisteredValues | null | undefined;
  /** The texts of changes; missing or null where there is none. */
  readonly changes?: Readonly<Partial<Record<SmsTold, RegisteredValues | null | undefined>>> | undefined;
}

export type SmsErrors = Readonly<Record<string, string>>;

/** Returns the values of the settings; the first text is that of the business's language. */
export function toValues(
  { isOn, entityId, header, texts, hasKey }: SmsSettings,
  first: TextValues,
): SmsValues {
  return {
    isOn: isOn || !hasKey,
    key: '',
    entityId: entityId ?? '',
    header: header ?? '',
    texts: texts.length > 0 ? texts : [first],
    testNumber: '',
  };
}

/** Returns the request of the values, or the errors by field: `texts.0.dltId`. */
export function toBody(values: SmsValues, hasKey: boolean): { body: SmsChange } | { errors: SmsErrors } {
  const { key, testNumber } = values;
  const parsed = SmsChange.safeParse({
    ...values,
    key: key.trim() === '' && hasKey ? null : key,
    testNumber: testNumber.trim() === '' ? null : testNumber.replaceAll(/\s/g, ''),
  });
  if (parsed.success) return { body: parsed.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[path.join('.')] ??= message;
  return { errors };
}
