import type { RemindedBooking, Tomorrow } from '@samay/contract/bookings/tomorrow';
import { useRef } from 'react';
import { useShortcuts } from '../../../../lib/shortcuts.ts';
import { useAppointmentActions } from '../actions/use-appointment-actions.tsx';
import { useFocusedRow } from '../use-focused-row.ts';
import { useResourceNames } from '../../use-resource-names.ts';
import { useAppointmentWording } from '../../wording.ts';
import { useTomorrow } from './api.ts';
import { isUnreached } from './reached.ts';
import { TomorrowRow } from './tomorrow-row.tsx';
import classes from './tomorrow.module.css';

const getId = ({ id }: { readonly id: string }) => id;

/** Renders the people of a day, for mouse, touch and keys. */
export function TomorrowList({ shown: { date, rows } }: { shown: Tomorrow }) {
  const { actions, dialogs } = useAppointmentActions();
  const { businessType, booking } = useAppointmentWording();
  const { remind, undo, coming } = useTomorrow(date);
  const getResourceName = useResourceNames();
  const list = useRef<HTMLOListElement>(null);
  const { move, moveToNext, act, handlers } = useFocusedRow(list, rows, getId);
  const noteComing = (row: RemindedBooking) => row.may.includes('markArrived') && coming.mutate(row);
  const cancel = (row: RemindedBooking) => row.may.includes('cancel') && actions.cancel(row);
  /**
   * Follows the link, which no browser blocks, unless the person was reached or wants no notices, and moves the
   * focus to the next one who was not reached.
   */
  function remindFocused(): void {
    act((row) => {
      if (isUnreached(row))
        list.current?.querySelector<HTMLElement>(`[data-queued='${row.id}'] [data-remind]`)?.click();
      moveToNext((next) => next.id !== row.id && isUnreached(next));
    })();
  }
  const group = 'On this page';
  useShortcuts([
    { keys: 'j', name: 'Next person (or ↓)', group, run: () => move(1) },
    { keys: 'k', name: 'Previous person (or ↑)', group, run: () => move(-1) },
    {
      keys: 'w',
      name: 'Remind on WhatsApp',
      group,
      run: () => remindFocused(),
    },
    { keys: 'a', name: 'Coming', group, run: act((row) => void noteComing(row)) },
    { keys: 'c', name: `Cannot come: cancel ${booking}`, group, run: act((row) => void cancel(row)) },
  ]);
  return (
    <>
      <ol ref={list} className={classes.rows} aria-label="Expected people" {...handlers}>
        {rows.map((row) => (
          <TomorrowRow
            key={row.id}
            row={row}
            businessType={businessType}
            withWhom={(businessType === 'doctor' ? row.doctor : getResourceName(row)) ?? ''}
            onOpen={actions.view}
            onRemind={(one) => !(remind.isPending && remind.variables.id === one.id) && remind.mutate(one)}
            onUndo={(one) => one.reminded && undo.mutate({ id: one.id, messageId: one.reminded.id })}
            onComing={noteComing}
            onCancel={cancel}
          />
        ))}
      </ol>
      {dialogs}
    </>
  );
}
