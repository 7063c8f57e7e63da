/** India is ahead of UTC by 5 hours 30 minutes, all year. */
const aheadMs = 330 * 60_000;

/** Writes an instant as MSG91 does, without a zone: `2026-11-23 10:00:00` in India. */
export function toIndianTime(instant: string): string {
  return new Date(Date.parse(instant) + aheadMs).toISOString().slice(0, 19).replace('T', ' ');
}
