import { dltFailures } from './dlt.ts';

/** Failures that MSG91's own delivery reports name, by their status. */
export const reportedFailures: Readonly<Record<number, string>> = {
  2: 'FAILED',
  9: 'NDNC',
  16: 'REJECTED',
  17: 'BLOCKED',
  25: 'REJECTED',
};

/** Refusals of the API by mode: the status of the answer, and its body. */
export const refusals: Readonly<Record<string, readonly [status: number, body: object]>> = {
  'error-authkey': [200, { type: 'error', message: 'Authentication failure' }],
  'error-unauthorized': [
    401,
    { status: 'fail', hasError: true, errors: 'Unauthorized', code: '401', apiError: '201' },
  ],
  'error-ip': [401, { status: 'fail', hasError: true, errors: 'Unauthorized', code: '401', apiError: '418' }],
  'error-template': [400, { type: 'error', message: 'Template is not approved' }],
  'error-balance': [200, { type: 'error', message: 'Insufficient balance' }],
  'error-old-shape': [200, { msg_type: 'error', msg: 'Authentication failure' }],
  'error-429': [429, { type: 'error', message: 'Too many requests' }],
  'error-500': [500, { type: 'error', message: 'Internal server error' }],
};

export const smsModes: Readonly<Record<string, string>> = {
  ok: 'Takes messages, scrubs them as the operators do, and reports by webhook. A number that ends in 000 and the code of a failure, such as 91 9999 000633, fails with it.',
  slow: 'Answers the API after 300 milliseconds.',
  hang: 'Never answers the API.',
  down: 'Breaks every connection to the API.',
  late: 'Sends the message and breaks the connection without an answer.',
  nonsense: 'Answers the API 200 with a page that is no JSON.',
  undelivered: 'Takes messages and never reports: the phone is off.',
  'no-webhook': 'Delivers messages and reports nothing.',
  'duplicate-webhook': 'Sends each report twice.',
  'late-webhook': 'Reports after five seconds.',
  'v3-webhook': 'Reports in the form of version 3: one JSON object a message.',
  ...Object.fromEntries(
    Object.entries(refusals).map(([mode, [status, body]]) => [
      mode,
      `Answers the API ${status} with ${JSON.stringify(body)}`,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({ ...reportedFailures, ...dltFailures }).map(([code, name]) => [
      `failed-${code}`,
      `Takes messages and reports them as failed: ${name}`,
    ]),
  ),
};

/** Returns the failure that a number always has: 919999000633 ends in 000 and a code. */
export function failureOfNumber(number: string): number | undefined {
  const code = Number(/000(\d{3})$/.exec(number)?.[1]);
  return dltFailures[code] === undefined ? undefined : code;
}
