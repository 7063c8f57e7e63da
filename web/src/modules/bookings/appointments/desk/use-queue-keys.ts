import type { Appointment } from '@samay/contract/bookings/appointments';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useShortcuts } from '../../../../lib/shortcuts.ts';
import type { AppointmentActions } from '../actions/use-appointment-actions.tsx';
import { paymentAction, useAppointmentWording } from '../../wording.ts';
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
  const { booking } = useAppointmentWording();
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

/** Follows the focus through the rows: moves it, and finds the row that it is in. */
function useFocusedRow(
  list: RefObject<HTMLElement | null>,
  rows: readonly Appointment[],
  getKey: (entry: Appointment) => string,
) {
  const last = useRef<{ readonly key: string; readonly index: number } | null>(null);
  const current = () => rows.find((row) => getKey(row) === last.current?.key) ?? rows[0];
  const move = (by: 1 | -1) => {
    const at = isWithin(list.current) ? rows.findIndex((row) => getKey(row) === last.current?.key) + by : 0;
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    if (row) focusRow(list.current, getKey(row));
  };
  const act = (run: (entry: Appointment) => void) => () => {
    const entry = current();
    if (entry) run(entry);
  };

  useEffect(() => {
    const was = last.current;
    if (!was) return;
    const index = rows.findIndex((row) => getKey(row) === was.key);
    const next = rows[Math.min(was.index, rows.length - 1)];
    if (index >= 0) last.current = { key: was.key, index };
    // Moves the focus only if it was lost with the row: a dialog or a field keeps it.
    else if (next && document.activeElement === document.body) focusRow(list.current, getKey(next));
  }, [list, rows, getKey]);

  const handlers = {
    onFocus: ({ target }: { readonly target: EventTarget }) => {
      const key =
        target instanceof Element ? target.closest('[data-queued]')?.getAttribute('data-queued') : undefined;
      if (key) last.current = { key, index: rows.findIndex((row) => getKey(row) === key) };
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    },
  };
  return { move, act, handlers };
}

async function undo(entry: Appointment, actions: AppointmentActions): Promise<void> {
  const name = undoStep(entry);
  if (name) await actions[name](entry);
}

function isWithin(list: HTMLElement | null): boolean {
  return list?.contains(document.activeElement) ?? false;
}

function focusRow(list: HTMLElement | null, key: string): void {
  const row = list?.querySelector<HTMLElement>(`[data-queued='${key}'] [data-opens]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}
