import { formatCount } from '@samay/contract/core/money';
import { formatInstant, type Instant } from '@samay/contract/core/time';
import type { SystemStatus } from '@samay/contract/platform/status';

type Channel = SystemStatus['channels'][number]['channel'];

export const channelName: Record<Channel, string> = {
  mail: 'Email',
  calendar: 'Google Calendar',
  webhook: 'Webhooks',
};

const sentName: Record<Channel, [one: string, many: string]> = {
  mail: ['email', 'emails'],
  calendar: ['calendar change', 'calendar changes'],
  webhook: ['webhook', 'webhooks'],
};

/** Describes the deliveries that are sent when all failed ones are sent again. */
export function replayQuestion(channels: SystemStatus['channels']): string {
  const sent = channels
    .filter(({ replayable }) => replayable > 0)
    .map(
      ({ channel, replayable }) =>
        `${formatCount(replayable)} ${sentName[channel][replayable === 1 ? 0 : 1]}`,
    );
  if (sent.length === 0) return 'Nothing is left that can be sent again.';
  const all = [sent.slice(0, -1).join(', '), sent.at(-1)].filter(Boolean).join(' and ');
  return (
    `Send ${all} of all businesses again now? They failed before. ` +
    'What fails again is tried for another day.'
  );
}

/** Formats a size: `1,204 MB`, and kilobytes below ten megabytes. */
export function sizeText(bytes: number): string {
  return bytes < 10_000_000
    ? `${formatCount(Math.round(bytes / 1000))} kB`
    : `${formatCount(Math.round(bytes / 1_000_000))} MB`;
}

/** Formats a duration: `2.4 ms`, and whole milliseconds from ten on. */
export function milliseconds(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${formatCount(Math.round(ms))} ms`;
}

export function seconds(ms: number): string {
  return `${formatCount(Math.round(ms / 1000))} s`;
}

/** Formats the interval of a job: `5 min`, `1 h`. */
export function interval(everySeconds: number): string {
  if (everySeconds < 60) return `${everySeconds} s`;
  return everySeconds < 3600
    ? `${Math.round(everySeconds / 60)} min`
    : `${Math.round(everySeconds / 3600)} h`;
}

export function momentOr(instant: Instant | null, otherwise: string): string {
  return instant === null ? otherwise : formatInstant(instant);
}

const dayMs = 86_400_000;

/** Lists the warnings for an operator, the costliest first. */
export function getConcerns({ at, backupAt, restoreDrillAt, jobs, channels }: SystemStatus): string[] {
  const since = (instant: Instant) => Date.parse(at) - Date.parse(instant);
  const late = jobs.filter(({ late: isLate }) => isLate).map(({ name }) => name);
  return [
    ...(backupAt === null
      ? ['No backup was made yet.']
      : since(backupAt) > 1.1 * dayMs
        ? ['The last backup is older than a day.']
        : []),
    ...(restoreDrillAt !== null && since(restoreDrillAt) > 35 * dayMs
      ? ['No backup was restored as a drill for 35 days.']
      : []),
    ...(late.length > 0 ? [`Late: ${late.join(', ')}.`] : []),
    ...channels
      .filter(({ dueSince }) => dueSince !== null && since(dueSince) > dayMs / 96)
      .map(({ channel }) => `${channelName[channel]}: what is due has waited for a quarter of an hour.`),
    ...channels
      .filter(({ isSetUp, waiting }) => !isSetUp && waiting > 0)
      .map(
        ({ channel, waiting }) => `${channelName[channel]}: ${formatCount(waiting)} wait until it is set up.`,
      ),
  ];
}
