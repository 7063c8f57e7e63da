import type { Status } from '@samay/contract/bookings/statuses';

/** The status colour system of the design: each tone is always shown with a word. */
export type Tone = 'info' | 'good' | 'attention' | 'quiet';

export const statusTone: Record<Status, Tone> = {
  scheduled: 'info',
  completed: 'good',
  no_show: 'attention',
  cancelled: 'quiet',
};
