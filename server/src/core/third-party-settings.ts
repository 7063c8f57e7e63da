/** The addresses of Razorpay's API and of its checkout. */
export interface RazorpayAddresses {
  readonly apiUrl: string;
  readonly checkoutUrl: string;
}

/** An account at Razorpay. */
export interface RazorpayAccount extends RazorpayAddresses {
  readonly keyId: string;
  readonly keySecret: string;
  /** The accepted secrets, so that one can replace another without losing an event. */
  readonly webhookSecrets: readonly string[];
}

/** An OpenID Connect client at Google. */
export interface GoogleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An OAuth client for Google Calendar, with Google's addresses or those of the sandbox. */
export interface GoogleCalendarSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl: string;
  readonly consentUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
}

/** The settings of Razorpay and Google as the environment has them. */
export interface ThirdPartyEnvironment {
  readonly RAZORPAY_KEY_ID?: string | undefined;
  readonly RAZORPAY_KEY_SECRET?: string | undefined;
  readonly RAZORPAY_WEBHOOK_SECRETS: string;
  readonly RAZORPAY_API_URL: string;
  readonly RAZORPAY_CHECKOUT_URL: string;
  readonly GOOGLE_ISSUER: string;
  readonly GOOGLE_CLIENT_ID?: string | undefined;
  readonly GOOGLE_CLIENT_SECRET?: string | undefined;
  readonly GOOGLE_CALENDAR_URL: string;
  readonly GOOGLE_CALENDAR_PAGES_URL: string;
  readonly GOOGLE_OAUTH_CONSENT_URL: string;
  readonly GOOGLE_OAUTH_TOKEN_URL: string;
  readonly GOOGLE_OAUTH_REVOKE_URL: string;
}

/** Lists the problems of an incomplete setup, which could take money without recording it. */
export function razorpayProblems(value: ThirdPartyEnvironment, production: boolean): string[] {
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRETS'] as const;
  const missing = names.filter((name) => !value[name]);
  const problems =
    missing.length === names.length
      ? []
      : missing.map((name) => `${name}: the other settings of Razorpay need it`);
  for (const name of ['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL'] as const) {
    const isPlain = value[name].startsWith('http:') && !isLoopback(value[name]);
    if (production && isPlain) problems.push(`${name}: must be https, because secrets travel to it`);
  }
  return problems;
}

export function getRazorpayAddresses(value: ThirdPartyEnvironment): RazorpayAddresses {
  return {
    apiUrl: value.RAZORPAY_API_URL.replace(/\/$/, ''),
    checkoutUrl: value.RAZORPAY_CHECKOUT_URL,
  };
}

export function getRazorpay(value: ThirdPartyEnvironment): RazorpayAccount | undefined {
  if (!value.RAZORPAY_KEY_ID || !value.RAZORPAY_KEY_SECRET) return undefined;
  return {
    ...getRazorpayAddresses(value),
    keyId: value.RAZORPAY_KEY_ID,
    keySecret: value.RAZORPAY_KEY_SECRET,
    webhookSecrets: getParts(value.RAZORPAY_WEBHOOK_SECRETS),
  };
}

/**
 * Lists the problems of the Google setup. The issuer can sign in any user, so in production it must
 * be an https address.
 */
export function googleProblems(value: ThirdPartyEnvironment, production: boolean): string[] {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = value;
  return [
    ...(id && !secret ? ['GOOGLE_CLIENT_SECRET: is missing beside GOOGLE_CLIENT_ID'] : []),
    ...(secret && !id ? ['GOOGLE_CLIENT_ID: is missing beside GOOGLE_CLIENT_SECRET'] : []),
    ...(issuer.startsWith('http:') && (production || !isLoopback(issuer))
      ? ['GOOGLE_ISSUER: must be https']
      : []),
    ...calendarAddresses.flatMap((name) =>
      value[name].startsWith('http:') && (production || !isLoopback(value[name]))
        ? [`${name}: must be https`]
        : [],
    ),
  ];
}

/** Lists that the address to which secrets travel is not https. */
export function plainProblems<Name extends string>(
  name: Name,
  value: Readonly<Record<Name, string>>,
  production: boolean,
): string[] {
  const isPlain = value[name].startsWith('http:') && (production || !isLoopback(value[name]));
  return isPlain ? [`${name}: must be https, because keys travel to it`] : [];
}

export function getGoogle({
  GOOGLE_ISSUER,
  GOOGLE_CLIENT_ID,
  GOOGLE_CLIENT_SECRET,
}: ThirdPartyEnvironment): GoogleSettings | undefined {
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return undefined;
  return { issuer: GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET };
}

const calendarAddresses = [
  'GOOGLE_CALENDAR_URL',
  'GOOGLE_CALENDAR_PAGES_URL',
  'GOOGLE_OAUTH_CONSENT_URL',
  'GOOGLE_OAUTH_TOKEN_URL',
  'GOOGLE_OAUTH_REVOKE_URL',
] as const;

/** Returns the client for calendars, which is that for signing in. */
export function getCalendar(value: ThirdPartyEnvironment): GoogleCalendarSettings | undefined {
  if (!value.GOOGLE_CLIENT_ID || !value.GOOGLE_CLIENT_SECRET) return undefined;
  return {
    clientId: value.GOOGLE_CLIENT_ID,
    clientSecret: value.GOOGLE_CLIENT_SECRET,
    apiUrl: value.GOOGLE_CALENDAR_URL.replace(/\/$/, ''),
    consentUrl: value.GOOGLE_OAUTH_CONSENT_URL,
    tokenUrl: value.GOOGLE_OAUTH_TOKEN_URL,
    revokeUrl: value.GOOGLE_OAUTH_REVOKE_URL,
  };
}

/** An app at Meta with WhatsApp Cloud API, and the number of the installation. */
export interface WhatsAppSettings {
  readonly apiUrl: string;
  /** The version of the API, a part of its addresses. */
  readonly apiVersion: string;
  /** The accepted secrets of webhooks, so that one can replace another without losing a report. */
  readonly appSecrets: readonly string[];
  /** The word with which Meta asks whether the webhook's address is ours. */
  readonly verifyToken: string;
  /** Undefined: businesses send by their own numbers alone. */
  readonly operator:
    | { readonly phoneNumberId: string; readonly token: string; readonly accountId: string }
    | undefined;
}

/** The settings of WhatsApp as the environment has them. */
interface WhatsAppEnvironment {
  readonly WHATSAPP_APP_SECRETS: string;
  readonly WHATSAPP_VERIFY_TOKEN?: string | undefined;
  readonly WHATSAPP_PHONE_NUMBER_ID?: string | undefined;
  readonly WHATSAPP_TOKEN?: string | undefined;
  readonly WHATSAPP_ACCOUNT_ID?: string | undefined;
  readonly WHATSAPP_API_URL: string;
  readonly WHATSAPP_API_VERSION: string;
}

/** Lists the problems of an incomplete setup, which could send without ever hearing what became of it. */
export function whatsAppProblems(value: WhatsAppEnvironment, production: boolean): string[] {
  const { WHATSAPP_PHONE_NUMBER_ID: number, WHATSAPP_TOKEN: token, WHATSAPP_ACCOUNT_ID: account } = value;
  const isOwn = [number, token, account].some(Boolean);
  const isUsed = isOwn || [value.WHATSAPP_APP_SECRETS, value.WHATSAPP_VERIFY_TOKEN].some(Boolean);
  const isPlain = value.WHATSAPP_API_URL.startsWith('http:');
  const missing = [
    ['WHATSAPP_APP_SECRETS', isUsed && getParts(value.WHATSAPP_APP_SECRETS).length === 0],
    ['WHATSAPP_VERIFY_TOKEN', isUsed && !value.WHATSAPP_VERIFY_TOKEN],
    ['WHATSAPP_PHONE_NUMBER_ID', isOwn && !number],
    ['WHATSAPP_TOKEN', isOwn && !token],
    ['WHATSAPP_ACCOUNT_ID', isOwn && !account],
  ] as const;
  return [
    ...missing.filter(([, is]) => is).map(([name]) => `${name}: the other settings of WhatsApp need it`),
    ...(isPlain && (production || !isLoopback(value.WHATSAPP_API_URL))
      ? ['WHATSAPP_API_URL: must be https, because the token travels to it']
      : []),
  ];
}

export function getWhatsApp(value: WhatsAppEnvironment): WhatsAppSettings | undefined {
  const {
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    WHATSAPP_TOKEN: token,
    WHATSAPP_ACCOUNT_ID: accountId,
  } = value;
  const appSecrets = getParts(value.WHATSAPP_APP_SECRETS);
  if (!value.WHATSAPP_VERIFY_TOKEN || appSecrets.length === 0) return undefined;
  return {
    apiUrl: value.WHATSAPP_API_URL.replace(/\/$/, ''),
    apiVersion: value.WHATSAPP_API_VERSION,
    appSecrets,
    verifyToken: value.WHATSAPP_VERIFY_TOKEN,
    operator: phoneNumberId && token && accountId ? { phoneNumberId, token, accountId } : undefined,
  };
}

/** Splits a list at its commas. */
export function getParts(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Returns whether an address belongs to this machine, where http is as private as https. */
export function isLoopback(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
