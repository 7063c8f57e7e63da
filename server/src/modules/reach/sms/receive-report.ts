import type { PublicContext } from '../../../context/request-context.ts';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import { readReportSecret } from '../../../context/report-address.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage, readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { noteFailure } from '../channels/health.ts';
import { noteReached } from '../channels/queries.ts';
import { settleUndeliveredCode } from '../codes/queries.ts';
import { remindAgain } from '../notices/remind-again.ts';
import { findReported, readIsAwaited, settleDelivered, settleUndelivered } from './queries.ts';

/** The time in which a message that was begun gets the answer that names its request. */
const awaitedMs = 2 * 60_000;

/**
 * Receives delivery reports of one business, whose address has a secret. A report counts for a request
 * that is known and has no end yet, so that one that is invented or repeated has no effect.
 * @throws `server.unavailable`, once the others are noted, for one that is unknown while the answer to a message is awaited
 */
export async function receiveReport(
  { dependencies, request }: PublicContext,
  { params: { secret } }: { params: { secret: string } },
): Promise<void> {
  const shortId = orNotFound(readReportSecret(dependencies.secrets, 'sms-reports', secret));
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const reports = dependencies.sms?.readReports(body) ?? [];
  if (reports.length === 0) return;
  const found = await readInOneMessageAsPlatform(dependencies, { tenants: findReported({ shortId }) });
  const { id: tenantId } = orNotFound(found.tenants[0]);
  const context = systemContext(dependencies, { job: 'sms.report', tenantId });
  const { now } = context;
  const since = new Date(now.getTime() - awaitedMs);
  const awaited = await readInOneMessage(
    context,
    Object.fromEntries(reports.map(({ requestId }) => [requestId, readIsAwaited({ requestId, since })])),
  );
  for (const { requestId, failure } of reports)
    if (!failure)
      await inTenant({ ...context, isShown: false }, async (tx) => {
        const [reached] = await run(tx, context, settleDelivered({ requestId, now }));
        if (reached) await run(tx, context, noteReached({ channel: 'sms', isOurs: false, ...reached }));
      });
    else {
      const failed = await fail(context, requestId, failure.reason);
      if (!failed) continue;
      const { of } = failed;
      const reason = of === null ? failure.reason : `${failure.reason} (${of})`;
      await noteFailure(context, { channel: 'sms', outcome: { ...failure, reason } });
    }
  // A report may come before the answer that names its request: of a body that MSG91 sends again the rest counts once.
  assertThat(
    Object.values(awaited).every(([row]) => row?.isAwaited !== true),
    'server.unavailable',
  );
}

/**
 * Notes that a message failed, and tells by the next channel; of a code its page says so. Returns of which
 * text it was, null for a reminder; undefined where that was known.
 */
async function fail(
  context: BusinessContext,
  requestId: string,
  reason: string,
): Promise<{ readonly of: string | null } | undefined> {
  const { now } = context;
  return inTenant({ ...context, isShown: false }, async (tx) => {
    const told = await run(tx, context, settleUndelivered({ requestId, reason, now }));
    await remindAgain(tx, context, told, 'sms');
    const codes =
      told.length > 0 ? [] : await run(tx, context, settleUndeliveredCode({ messageId: requestId, now }));
    const [first] = told;
    if (first) return { of: first.kind === 'reminder' ? null : `${first.kind}, ${first.language}` };
    return codes.length > 0 ? { of: 'codes' } : undefined;
  });
}
