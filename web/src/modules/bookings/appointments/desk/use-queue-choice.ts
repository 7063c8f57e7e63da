import type { Queue, QueueChoice } from '@samay/contract/desk/queue';
import { wording } from '@samay/contract/core/wording';
import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../../../lib/session/session.tsx';

/**
 * Returns the chosen queue, remembered by this browser for the user; undefined leaves the choice to
 * the server.
 */
export function useQueueChoice(): readonly [
  choice: QueueChoice | undefined,
  change: (choice: QueueChoice | undefined) => void,
] {
  const { id } = useSession().user;
  const [kept, keep, forget] = useLocalStorage<string>({
    key: `samay-queue-${id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const change = (choice: QueueChoice | undefined) => (choice === undefined ? forget() : keep(choice));
  return [kept === '' ? undefined : kept, change];
}

/**
 * Lists the offered queues: one's own, all, and each doctor's or court's; none if there is only
 * one.
 */
export function useQueueOptions(queue: Queue | undefined): { value: QueueChoice; label: string }[] {
  const word = wording[useSession().businessType ?? 'doctor'];
  const all = queue?.resources ?? [];
  if (all.length < 2) return [];
  const own = all.some(({ isOwn }) => isOwn) ? [{ value: 'mine', label: 'Mine' }] : [];
  return [
    ...own,
    { value: 'all', label: `All ${word.resources}` },
    ...others(all).map(({ id, name }) => ({ value: id, label: name })),
  ];
}

function others(all: Queue['resources']): Queue['resources'] {
  return all.filter(({ isOwn }) => !isOwn);
}

/** Returns the option that a queue belongs to. */
export function toOption({ resourceId, resources }: Queue): QueueChoice {
  if (resourceId === null) return 'all';
  return resources.some(({ id, isOwn }) => id === resourceId && isOwn) ? 'mine' : resourceId;
}
