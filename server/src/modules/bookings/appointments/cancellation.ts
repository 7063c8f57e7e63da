import type { Change } from './change.ts';

/** The cancellation of a scheduled or no-show booking. Of a no-show the arrival is cleared. The booking still counts against the plan's month. */
export const cancellation: Change = {
  may: 'cancel',
  otherwise: 'appointment.not_cancellable',
  action: 'cancelled',
  announced: 'cancelled',
  claims: 'gives up',
  set: (booking) => ({ status: 'cancelled', ...(booking.status === 'no_show' && { arrived_at: null, started_at: null }) }),
};
