import { faults } from './faults.ts';

/** The modes of the party: how it answers, what its webhooks do, and each error of the table. */
export const whatsAppModes: Readonly<Record<string, string>> = {
  ok: 'Accepts messages, delivers them and says so by webhook. A number that ends in the code of an error, such as 91 9999 131026, fails with it.',
  slow: 'Answers the API after 300 milliseconds.',
  hang: 'Never answers the API.',
  down: 'Breaks every connection to the API.',
  late: 'Sends the message and breaks the connection without an answer.',
  nonsense: 'Answers the API 200 with a page that is no JSON.',
  held: 'Accepts templates and holds them for a quality assessment: nothing is delivered.',
  undelivered: 'Says that it sent messages. The phone is off: nothing is delivered.',
  username: 'Webhooks name people by their user id, without their number.',
  'no-webhook': 'Delivers messages and says nothing by webhook.',
  'duplicate-webhook': 'Sends each webhook twice.',
  'late-webhook': 'Sends webhooks after five seconds.',
  'unordered-webhook': 'Sends the webhook of a later state first.',
  'batched-webhook': 'Collects the events of 300 milliseconds in one webhook.',
  'forged-webhook': 'Signs webhooks with a wrong secret.',
  'review-waits': 'New templates stay PENDING.',
  'review-rejects': 'New templates are REJECTED.',
  ...Object.fromEntries(
    Object.entries(faults).map(([code, { status, title }]) => [
      `error-${code}`,
      `Answers the API ${status} with error ${code}: ${title}`,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(faults)
      .filter(([, fault]) => fault.isReportedLater)
      .map(([code, { title }]) => [
        `failed-${code}`,
        `Accepts messages and reports error ${code} by webhook: ${title}`,
      ]),
  ),
};

/** Returns the code in a mode such as `error-131026`. */
export function codeInMode(mode: string, kind: 'error' | 'failed'): number | undefined {
  return mode.startsWith(`${kind}-`) ? Number(mode.slice(kind.length + 1)) : undefined;
}
