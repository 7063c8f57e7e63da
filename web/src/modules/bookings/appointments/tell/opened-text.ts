import type { WhatsAppMessage } from '@samay/contract/bookings/whatsapp-messages';
import { formatDay, formatTime, indiaDate, indiaTime } from '@samay/contract/core/time';
import { serverNow } from '../../../../lib/api/server-clock.ts';

/** Formats who opened a message and when: `Opened by Asha, 10:42 am`. */
export function openedText({ at, by }: WhatsAppMessage): string {
  const instant = new Date(at);
  const date = indiaDate(instant);
  const day = date === indiaDate(serverNow()) ? '' : `${formatDay(date)}, `;
  return `Opened${by === null ? '' : ` by ${by}`}, ${day}${formatTime(indiaTime(instant))}`;
}
