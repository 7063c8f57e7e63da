import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Queue, QueueEntry, QueueStage } from '@samay/contract/bookings/queue';

/**
 * The key of every queue in the query cache. It begins with `appointments`, so a live change of
 * that table refetches it.
 */
export const queueKey = ['appointments', 'queue'] as const;

/**
 * The queue with a booking as it has become. It stays in its place until the server has ordered it
 * anew; who is finished leaves.
 */
export function withChanged(queue: Queue, changed: Appointment): Queue {
  if (!queue.waiting.some(({ id }) => id === changed.id)) return queue;
  if (changed.status === 'scheduled') {
    return {
      ...queue,
      waiting: queue.waiting.map((entry) => (entry.id === changed.id ? entryAs(entry, changed) : entry)),
    };
  }
  const { completed, noShow } = queue.done;
  const done = {
    completed: completed + Number(changed.status === 'completed'),
    noShow: noShow + Number(changed.status === 'no_show'),
  };
  return { ...queue, done, waiting: queue.waiting.filter(({ id }) => id !== changed.id) };
}

function entryAs(entry: QueueEntry, changed: Appointment): QueueEntry {
  const stage = stageOf(entry, changed);
  const isOver = entry.stage === 'waiting' && entry.waitingSince === null;
  return {
    ...entry,
    ...changed,
    stage,
    waitingSince: stage === 'waiting' && !isOver ? changed.arrivedAt : null,
  };
}

/**
 * As the server will say, as far as it can be known here: a turf's game is played while its time
 * lasts.
 */
function stageOf(entry: QueueEntry, { arrivedAt, startedAt }: Appointment): QueueStage {
  if (startedAt !== null || (entry.stage === 'in' && entry.startedAt === null)) return 'in';
  return arrivedAt === null ? 'expected' : 'waiting';
}
