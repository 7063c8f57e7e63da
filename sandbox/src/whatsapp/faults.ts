/** The way in which WhatsApp reports an error: the answer's status, and the texts. */
interface Fault {
  readonly status: number;
  readonly title: string;
  readonly details: string;
  /** Whether the API may accept the message and report the error by a status webhook. */
  readonly isReportedLater?: true;
}

const later = { isReportedLater: true } as const;

/** Errors of the Cloud API by code. Clients rely on the code, not on status or texts. */
export const faults: Readonly<Record<number, Fault>> = {
  0: { status: 401, title: 'AuthException', details: 'We were unable to authenticate the app user.' },
  2: { status: 503, title: 'Service temporarily unavailable', details: 'Temporary due to downtime.' },
  4: { status: 429, title: 'API Too Many Calls', details: 'The app has reached its API call rate limit.' },
  10: { status: 403, title: 'Permission denied', details: 'Permission is either not granted or removed.' },
  100: { status: 400, title: 'Invalid parameter', details: 'A parameter is unsupported or misspelled.' },
  190: {
    status: 401,
    title: 'Error validating access token: the session has expired',
    details: 'The access token has expired.',
  },
  368: {
    status: 403,
    title: 'Temporarily blocked for policies violations',
    details: 'The account is restricted or disabled for violating a platform policy.',
  },
  130429: {
    status: 429,
    title: 'Rate limit hit',
    details: 'Cloud API message throughput has been reached.',
    ...later,
  },
  131000: {
    status: 500,
    title: 'Something went wrong',
    details: 'Message failed to send due to an unknown error.',
    ...later,
  },
  131005: { status: 403, title: 'Access denied', details: 'Permission is either not granted or removed.' },
  131008: { status: 400, title: 'Required parameter is missing', details: 'A parameter is missing.' },
  131009: { status: 400, title: 'Parameter value is not valid', details: 'A parameter value is invalid.' },
  131016: { status: 500, title: 'Service unavailable', details: 'A service is temporarily unavailable.' },
  131021: {
    status: 400,
    title: 'Recipient cannot be sender',
    details: 'Sender and recipient phone number is the same.',
  },
  131026: {
    status: 400,
    title: 'Message undeliverable',
    details: 'Unable to deliver message. The number may not be registered with WhatsApp.',
    ...later,
  },
  131031: { status: 403, title: 'Account has been locked', details: 'The account has been locked.' },
  131042: {
    status: 400,
    title: 'Business eligibility payment issue',
    details: 'Message failed to send because of a problem with the payment method.',
    ...later,
  },
  131045: { status: 500, title: 'Incorrect certificate', details: 'The number is not registered.' },
  131047: {
    status: 400,
    title: 'Re-engagement message',
    details: 'More than 24 hours have passed since the customer last replied to this number.',
    ...later,
  },
  131048: {
    status: 400,
    title: 'Spam rate limit hit',
    details: 'Too many messages from this number were blocked or reported as spam.',
    ...later,
  },
  131049: {
    status: 400,
    title: 'This message was not delivered to maintain healthy ecosystem engagement.',
    details: 'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
    ...later,
  },
  131050: {
    status: 400,
    title: 'User has stopped marketing messages',
    details: 'The user has chosen to stop receiving marketing messages from the business.',
    ...later,
  },
  131051: { status: 400, title: 'Unsupported message type', details: 'Unsupported message type.', ...later },
  131053: { status: 400, title: 'Media upload error', details: 'Unable to upload the media.', ...later },
  131056: {
    status: 429,
    title: '(Business Account, Consumer Account) pair rate limit hit',
    details: 'Too many messages from this number to the same recipient in a short time.',
  },
  131057: { status: 500, title: 'Account in maintenance mode', details: 'Account is in maintenance mode.' },
  132000: {
    status: 400,
    title: 'Number of parameters does not match the expected number of params',
    details: 'The number of parameters differs from the template.',
  },
  132001: {
    status: 404,
    title: 'Template name does not exist in the translation',
    details: 'The template does not exist in this language, or is not approved.',
  },
  132005: { status: 400, title: 'Translated text too long', details: 'Translated text is too long.' },
  132007: {
    status: 400,
    title: 'Format character policy violated',
    details: 'Template content violates a WhatsApp policy.',
  },
  132012: {
    status: 400,
    title: 'Parameter format does not match format in the created template',
    details: 'Parameter values are formatted incorrectly.',
  },
  132015: {
    status: 400,
    title: 'Template is Paused',
    details: 'The template is paused because of low quality.',
    ...later,
  },
  132016: {
    status: 400,
    title: 'Template is Disabled',
    details: 'The template was paused too often, and is now permanently disabled.',
    ...later,
  },
  132018: {
    status: 400,
    title: "There's an issue with the parameters in your template",
    details: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
  },
};

/** An error of the API. Its details may be more precise than those of the table. */
export class GraphError extends Error {
  readonly code: number;
  readonly details: string;

  constructor(code: number, details?: string) {
    super(faults[code]?.title ?? 'Unknown error');
    this.code = code;
    this.details = details ?? faults[code]?.details ?? '';
  }

  get status(): number {
    return faults[this.code]?.status ?? 400;
  }

  /** Returns the body of an answer of the Graph API. */
  get body(): object {
    return {
      error: {
        message: `(#${this.code}) ${this.message}`,
        type: 'OAuthException',
        code: this.code,
        error_data: { messaging_product: 'whatsapp', details: this.details },
        fbtrace_id: 'AsandboxTrace00000000000',
      },
    };
  }
}

/** Returns an error as status webhooks contain it. */
export function reportedFault(code: number): object {
  const { title = '', details = '' } = faults[code] ?? {};
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}

/**
 * Returns the code of the table in which a number ends: such numbers always fail with it, as
 * 91 9999 131026 does.
 */
export function faultOfNumber(number: string): number | undefined {
  const code = Number(number.slice(-6));
  return number.length >= 10 && code > 100_000 && faults[code] ? code : undefined;
}
