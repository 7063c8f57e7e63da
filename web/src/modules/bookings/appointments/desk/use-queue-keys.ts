import type { Appointment } from '@samay/contract/bookings/appointments';
import type { RefObject } from 'react';
import { useShortcuts } from '../../../../lib/shortcuts.ts';
import type { AppointmentActions } from '../actions/use-appointment-actions.tsx';
import { paymentAction, useAppointmentWording } from '../../wording.ts';
import { useFocusedRow } from '../use-focused-row.ts';
import { delaySteps, undoStep } from './next-step.ts';

interface Deeds {
  readonly actions: AppointmentActions;
  readonly step: (entry: Appointment) => void;
  readonly history: ((entry: Appointment) => void) | undefined;
  /** Names a row: a person with an amount due has another row than while they waited. */
  readonly getKey: (entry: Appointment) => string;
}

/**
 * Handles the keys of a queue and of the dues: j, k and the arrows move from person to person,
 * Enter opens, and letters act on the focused person, or on the first. When the focused person
 * leaves the queue, the next one at that place gets the focus.
 */
export function useQueueKeys(
  list: RefObject<HTMLElement | null>,
  rows: readonly Appointment[],
  { actions, step, history, getKey }: Deeds,
) {
  const { move, act, handlers } = useFocusedRow(list, rows, getKey);
  const { booking, businessType } = useAppointmentWording();
  const group = 'On this page';
  useShortcuts([
    { keys: 'j', name: 'Next person (or ↓)', group, run: () => move(1) },
    { keys: 'k', name: 'Previous person (or ↑)', group, run: () => move(-1) },
    { keys: 'a', name: 'Arrived, Start, Complete', group, run: act(step) },
    { keys: 'u', name: 'Undo start or arrival', group, run: act((entry) => void undo(entry, actions)) },
    {
      keys: 'l',
      name: '15, 30, 45 min late, On time',
      group,
      run: act((entry) => delaySteps(entry, actions)[0]?.run()),
    },
    ...(businessType === 'doctor'
      ? ([
          {
            keys: 't',
            name: 'Call token',
            group,
            run: act((entry) => entry.may.includes('call') && void actions.call(entry)),
          },
          {
            keys: 's',
            name: 'Skip, Back in the queue',
            group,
            run: act((entry) => entry.may.includes('call') && void actions.toggleSkipped(entry)),
          },
        ] as const)
      : []),
    {
      keys: 'x',
      name: 'No-show',
      group,
      run: act((entry) => entry.may.includes('markNoShow') && void actions.markNoShow(entry)),
    },
    {
      keys: 'm',
      name: paymentAction({ amount: null }),
      group,
      run: act(
        (entry) =>
          entry.may.includes('recordPayment') &&
          (entry.due ? actions.takeMoney(entry) : actions.recordPayment(entry)),
      ),
    },
    {
      keys: 'r',
      name: 'Reschedule',
      group,
      run: act((entry) => entry.may.includes('reschedule') && actions.reschedule(entry)),
    },
    {
      keys: 'c',
      name: `Cancel ${booking}`,
      group,
      run: act((entry) => entry.may.includes('cancel') && actions.cancel(entry)),
    },
    ...(history ? [{ keys: 'h', name: 'History', group, run: act(history) } as const] : []),
  ]);
  return handlers;
}

async function undo(entry: Appointment, actions: AppointmentActions): Promise<void> {
  const name = undoStep(entry);
  if (name) await actions[name](entry);
}
