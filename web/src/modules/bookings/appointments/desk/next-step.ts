import type { Appointment } from '@samay/contract/bookings/appointments';
import type { QueueEntry } from '@samay/contract/desk/queue';
import type { BusinessType } from '@samay/contract/core/roles';
import { callsBeforeSkip } from '@samay/contract/bookings/calls';
import { formatTime, indiaTime } from '@samay/contract/core/time';
import { rangeText } from '../../../../lib/days.ts';
import { delayAfterPresses } from '../actions/pressed-delays.ts';
import { delayText, lateText } from '../delay-text.tsx';
import type { Transitions } from '../actions/use-transitions.ts';
import type { Assign, Doctor } from './use-assign.tsx';

export interface NextStep {
  readonly name: 'Take' | 'Arrived' | 'Back' | 'Start' | 'Complete';
  readonly run: () => Promise<void>;
}

interface StepOptions {
  readonly businessType: BusinessType;
  readonly transitions: Transitions;
  readonly assign: Assign;
  /** The caller's own doctor, if the queue is theirs. */
  readonly own: Doctor | undefined;
}

/**
 * Returns the next step for a person: arrived, start or complete; undefined if the server allows
 * none; of who was skipped, back in the queue. A turf's game starts at its time, so *start* is offered only before it. In their own queue
 * a doctor takes a person who has no doctor yet.
 */
export function nextStep(
  entry: QueueEntry,
  { businessType, transitions, assign, own }: StepOptions,
): NextStep | undefined {
  const { arrivedAt, startedAt, stage, waitingSince, lacksDoctor, may } = entry;
  if (lacksDoctor && own)
    return may.includes('reschedule') ? { name: 'Take', run: () => assign(entry, own) } : undefined;
  if (arrivedAt === null && may.includes('markArrived'))
    return { name: 'Arrived', run: () => transitions.toggleArrived(entry) };
  if (entry.isSkipped && may.includes('call'))
    return { name: 'Back', run: () => transitions.toggleSkipped(entry) };
  const isPlayed = businessType === 'turf' && (stage === 'in' || waitingSince === null);
  if (startedAt === null && !isPlayed && may.includes('start'))
    return { name: 'Start', run: () => transitions.toggleStarted(entry) };
  if (may.includes('complete')) return { name: 'Complete', run: () => transitions.complete(entry) };
  return undefined;
}

/** Returns the press that calls a waiting person, or after three calls without an answer skips them. */
export function callStep(
  entry: QueueEntry,
  transitions: Transitions,
): { name: 'Call' | 'Skip'; run: () => Promise<void> } | undefined {
  if (entry.isSkipped || !entry.may.includes('call')) return undefined;
  return (entry.calls ?? 0) < callsBeforeSkip
    ? { name: 'Call', run: () => transitions.call(entry) }
    : { name: 'Skip', run: () => transitions.toggleSkipped(entry) };
}

/** The minutes by which one press makes a person later, and the most that presses add up to. */
const [delayStep, mostDelay] = [15, 45];

/** Lists the presses that note a person as late, or as on time again; none once they have come. */
export function delaySteps(entry: Appointment, transitions: Transitions) {
  const { arrivedAt, may } = entry;
  if (arrivedAt !== null || !may.includes('markArrived')) return [];
  const delay = delayAfterPresses(entry);
  const stepTo = (minutes: number) => ({
    name: minutes === 0 ? 'On time' : delayText(minutes),
    run: () => void transitions.setDelay(entry, minutes),
  });
  return [...(delay < mostDelay ? [stepTo(delay + delayStep)] : []), ...(delay > 0 ? [stepTo(0)] : [])];
}

/** Undoes the last step: the start, or else the arrival. */
export function undoStep({
  startedAt,
  arrivedAt,
  may,
}: Appointment): 'toggleStarted' | 'toggleArrived' | undefined {
  if (startedAt !== null) return may.includes('start') ? 'toggleStarted' : undefined;
  return arrivedAt !== null && may.includes('markArrived') ? 'toggleArrived' : undefined;
}

/** Returns whether a missing person has said since their time that they are on their way. */
export function saidOnTheWay({ comingAt, date, time }: Appointment): boolean {
  return comingAt !== undefined && new Date(comingAt) >= new Date(`${date}T${time}:00+05:30`);
}

/** Returns the text of a row's stage: `In since 10:40 am`, `Since 10:05 am`, a game's `Playing`. */
export function placeText(entry: QueueEntry, businessType: BusinessType): string {
  const { stage, arrivedAt, startedAt, waitingSince, walkIn } = entry;
  const late = lateText(entry);
  if (late !== undefined) return late;
  if (stage === 'expected') return 'Expected';
  if (businessType === 'turf' && waitingSince === null) {
    if (stage === 'waiting') return 'Played';
    return arrivedAt === null ? 'Not here yet' : 'Playing';
  }
  if (entry.isSkipped) return 'Skipped';
  if (stage === 'waiting' && entry.calls)
    return entry.calls === 1 ? 'Called once' : `Called ${entry.calls} times`;
  if (stage === 'in') return `In since ${timeOf(startedAt)}`;
  return `${walkIn ? 'Walk-in since' : 'Since'} ${timeOf(waitingSince)}`;
}

/** Returns between when a person begins, as it looks now: `10:40–11:00 am`; undefined where it is not estimated. */
export function estimateText({ estimate }: Pick<QueueEntry, 'estimate'>): string | undefined {
  if (estimate === undefined) return undefined;
  if (estimate === null) return 'time not known yet';
  const [from, to] = [estimate.from, estimate.to].map((at) => indiaTime(new Date(at)));
  return rangeText(from ?? '', to ?? '', '–');
}

function timeOf(instant: string | null): string {
  return instant === null ? '' : formatTime(indiaTime(new Date(instant)));
}
