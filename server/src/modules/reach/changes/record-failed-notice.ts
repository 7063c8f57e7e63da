import type { ToldChange } from '@samay/contract/reach/changes/kinds';
import type { FailureRecord } from '../../../outbox/index.ts';
import { BookingMailPayload, toldKinds } from '../booking-mails/pending-mails.ts';
import { BookingNoticePayload, LatePayload } from './payload.ts';
import { failBegun, insertFailed } from './queries.ts';
import { optedOutReason } from '../../../outbox/index.ts';

/** Records on its booking that a notice of a change failed for good. */
export const recordFailedNotice: FailureRecord = (
  { tenant_id: business, id: effectId, kind, payload },
  given,
) => {
  const about = kind === 'late.notice' ? LatePayload.parse(payload) : BookingNoticePayload.parse(payload);
  const told: ToldChange = 'change' in about ? toldKinds[about.change] : 'late';
  const failed = { business, effectId, bookingId: about.appointmentId, kind: told, ...given };
  return [failBegun(failed), insertFailed({ ...failed, channel: null })];
};

/** Records on its booking that a mail about a change did not leave, as the person wants no more notices. */
export const recordDroppedMail: FailureRecord = ({ tenant_id: business, id: effectId, payload }, given) => {
  if (given.reason !== optedOutReason) return [];
  const { change, appointmentId: bookingId } = BookingMailPayload.parse(payload);
  const kind = toldKinds[change];
  return [insertFailed({ business, effectId, bookingId, kind, channel: 'mail', ...given })];
};
