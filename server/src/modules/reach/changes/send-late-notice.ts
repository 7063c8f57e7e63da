import { isoOf } from '@samay/contract/core/time';
import { DeliveryDropped, effectContext, type OutboxHandler } from '../../../outbox/index.ts';
import { isOfSitting, sittingAt } from '../../availability/index.ts';
import { LatePayload } from './payload.ts';
import { tell } from './tell.ts';

/**
 * Outbox handler of `late.notice`: tells a person of today or of the night who has not come that their doctor is late, by
 * WhatsApp and once, until a visit begins. Where the lateness has changed meanwhile another effect tells it.
 */
export const sendLateNotice: OutboxHandler = async (dependencies, payload, effect) => {
  const { appointmentId: bookingId, until } = LatePayload.parse(payload);
  const context = effectContext(dependencies, effect);
  const { now } = context;
  const passed = await tell(dependencies, context, {
    effect,
    bookingId,
    change: 'late',
    channel: 'whatsapp',
    isDue: ({ lateUntil, hasBegun, status, hasArrived, wasToldLate, startsAt }) =>
      lateUntil !== null &&
      isoOf(lateUntil) === until &&
      lateUntil > now &&
      !hasBegun &&
      isOfSitting(startsAt, sittingAt(now)) &&
      status === 'scheduled' &&
      !hasArrived &&
      !wasToldLate,
  });
  if (passed && passed.reason !== null) throw new DeliveryDropped(passed.reason);
};
