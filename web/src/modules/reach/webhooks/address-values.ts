import { WebhookAddresses } from '@samay/contract/reach/webhooks';

export type AddressName = keyof WebhookAddresses;

/** The values of the form; an address is empty if it receives nothing. */
export type AddressValues = Readonly<Record<AddressName, string>>;

export type AddressErrors = Partial<Record<AddressName, string>>;

export function addressValues({ calendarEventUrl, cancelUrl }: WebhookAddresses): AddressValues {
  return { calendarEventUrl: calendarEventUrl ?? '', cancelUrl: cancelUrl ?? '' };
}

export function addressBody({ calendarEventUrl, cancelUrl }: AddressValues): WebhookAddresses {
  return { calendarEventUrl: calendarEventUrl.trim() || null, cancelUrl: cancelUrl.trim() || null };
}

/** Returns the validation errors by field. The server also checks where an address leads. */
export function addressErrors(values: AddressValues): AddressErrors {
  const issues = WebhookAddresses.safeParse(addressBody(values)).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path: [name], message }) => [String(name), message]));
}
