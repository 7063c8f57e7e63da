import type { Queue, QueueEntry, QueueStage } from '@samay/contract/desk/queue';
import type { Change } from './booked.ts';

/**
 * The key of every queue in the query cache. It begins with `appointments`, so a live change of
 * that table refetches it.
 */
export const queueKey = ['appointments', 'queue'] as const;

/**
 * Returns the queue with a changed booking. It keeps its place until the server reorders the queue;
 * a finished booking is removed, and becomes a due if money is owed.
 */
export function withChanged(shown: Queue, change: Change): Queue {
  const queue = withPaid(shown, change);
  const before = queue.waiting.find(({ id }) => id === change.id);
  if (!before) return queue;
  const changed = { ...before, ...change };
  if (changed.status === 'scheduled') {
    return {
      ...queue,
      waiting: queue.waiting.map((entry) => (entry === before ? placed(before, changed) : entry)),
    };
  }
  const { completed, noShow } = queue.done;
  const done = {
    completed: completed + Number(changed.status === 'completed'),
    noShow: noShow + Number(changed.status === 'no_show'),
  };
  const {
    stage: _,
    isLate: _late,
    isDelayed: _delayed,
    isOver: _over,
    waitingSince: _since,
    lacksDoctor: _lacks,
    ...booking
  } = changed;
  const toPay = isToPay(booking) ? [...queue.toPay, booking] : queue.toPay;
  return { ...queue, done, toPay, waiting: queue.waiting.filter((entry) => entry !== before) };
}

/** Returns the queue with a change of a booking with an amount due. A paid one is removed. */
function withPaid(queue: Queue, change: Change): Queue {
  if (!queue.toPay.some(({ id }) => id === change.id)) return queue;
  const toPay = queue.toPay
    .map((booking) => (booking.id === change.id ? { ...booking, ...change } : booking))
    .filter(isToPay);
  return { ...queue, toPay };
}

function isToPay({ status, due }: Pick<QueueEntry, 'status' | 'due'>): boolean {
  return status === 'completed' && due !== null && due > 0;
}

function placed(before: QueueEntry, changed: QueueEntry): QueueEntry {
  const stage = predictStage(before, changed);
  return {
    ...changed,
    stage,
    isDelayed:
      stage === 'expected' && (changed.delay === before.delay ? before.isDelayed : changed.delay > 0),
    waitingSince: stage === 'waiting' && !before.isOver ? changed.arrivedAt : null,
    lacksDoctor: before.lacksDoctor && changed.resourceId === null,
  };
}

/** Predicts the server's stage as far as possible: a turf's game is played during its time. */
function predictStage(before: QueueEntry, { arrivedAt, startedAt }: QueueEntry): QueueStage {
  if (startedAt !== null || (before.stage === 'in' && before.startedAt === null)) return 'in';
  return arrivedAt === null ? 'expected' : 'waiting';
}
