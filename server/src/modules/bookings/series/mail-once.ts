/**
 * Who hears of each of several bookings that change together, by its number: calendar and webhooks
 * of each, the person's mail of one.
 */
export function mailOnce(
  mailed: number,
): (number: number) => (receivers: readonly string[]) => readonly string[] {
  return (number) => (receivers) =>
    number === mailed ? receivers : receivers.filter((receiver) => receiver !== 'mail');
}
