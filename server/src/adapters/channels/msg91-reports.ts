import { z } from 'zod';
import { getReportedFailure } from './msg91-errors.ts';
import { parseAnswer } from './read-answer.ts';
import type { SmsReport } from './sms-port.ts';

const RequestId = z.string().min(1).max(64);
const Status = z.union([z.string().max(10), z.number()]).transform(String);
const Words = z.string().max(1000).nullish();

/** The outcome of a message to one number. */
const Outcome = z.object({ status: Status, desc: Words, failedReason: Words });
/** Version 2: form data with the reports of a request, one a number. */
const Request = z.object({ requestId: RequestId, report: z.array(z.unknown()).max(100) });
/** Version 3: an object a report. */
const Single = Outcome.extend({ requestId: RequestId });

/** The status of a message that reached the phone. */
const delivered = '1';

/** Reads the reports in a body; one that is not understood, or that is no end, is left out. */
export function readMsg91Reports(body: Buffer): SmsReport[] {
  const text = body.toString('utf8');
  const data = parseAnswer(text) ?? parseAnswer(new URLSearchParams(text).get('data') ?? '');
  const all = Array.isArray(data) ? (data as unknown[]) : [data];
  return all.flatMap((given) => {
    const request = Request.safeParse(given);
    if (request.success)
      return request.data.report.flatMap((each) =>
        toReport(request.data.requestId, Outcome.safeParse(each).data),
      );
    const single = Single.safeParse(given);
    return single.success ? toReport(single.data.requestId, single.data) : [];
  });
}

function toReport(requestId: string, outcome: z.infer<typeof Outcome> | undefined): SmsReport[] {
  if (!outcome) return [];
  const { status, desc, failedReason } = outcome;
  if (status === delivered) return [{ requestId, failure: null }];
  const failure = getReportedFailure(status, `${failedReason ?? ''} ${desc ?? ''}`);
  return failure ? [{ requestId, failure }] : [];
}
