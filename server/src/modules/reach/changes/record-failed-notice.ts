import type { ToldChange } from '@samay/contract/reach/changes/kinds';
import type { FailureRecord } from '../../../outbox/index.ts';
import { toldKinds } from '../booking-mails/pending-mails.ts';
import { BookingNoticePayload, LatePayload } from './payload.ts';
import { failBegun, insertFailed } from './queries.ts';

/** Records on its booking that a notice of a change failed for good. */
export const recordFailedNotice: FailureRecord = (
  { tenant_id: business, id: effectId, kind, payload },
  given,
) => {
  const about = kind === 'late.notice' ? LatePayload.parse(payload) : BookingNoticePayload.parse(payload);
  const told: ToldChange = 'change' in about ? toldKinds[about.change] : 'late';
  const failed = { business, effectId, bookingId: about.appointmentId, kind: told, ...given };
  return [failBegun(failed), insertFailed(failed)];
};
