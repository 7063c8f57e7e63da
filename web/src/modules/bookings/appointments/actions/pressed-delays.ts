import type { Appointment } from '@samay/contract/bookings/appointments';

interface Pressed {
  readonly minutes: number;
  readonly sent: Promise<unknown>;
}

/** The delay that was pressed last and is not answered yet, by the id of the booking. */
const pressed = new Map<string, Pressed>();

/** Returns the delay of a booking after its unanswered presses, from which the next press counts. */
export function delayAfterPresses({ id, delay }: Pick<Appointment, 'id' | 'delay'>): number {
  return pressed.get(id)?.minutes ?? delay;
}

/** Sends the delay of a press after the earlier ones were answered, so that the last press holds. */
export async function sendDelay<T>(id: string, minutes: number, send: () => Promise<T>): Promise<T> {
  const sent = (pressed.get(id)?.sent ?? Promise.resolve()).then(send, send);
  const press = { minutes, sent };
  pressed.set(id, press);
  try {
    return await sent;
  } finally {
    if (pressed.get(id) === press) pressed.delete(id);
  }
}
