import type { Appointment, AppointmentMay, AppointmentVerb } from '@samay/contract/bookings/appointments';
import {
  completeAppointment,
  markArrived,
  markNoShow,
  reopenAppointment,
  startVisit,
  undoArrival,
  undoCancel,
  undoCompletion,
  undoStart,
} from '@samay/contract/bookings/transitions';
import { callPerson, skipPerson, undoSkip } from '@samay/contract/bookings/calls';
import { noteDelay, undoDelay } from '@samay/contract/bookings/delays';
import { advanceMethod, formatRupees } from '@samay/contract/core/money';
import { capitalise } from '@samay/contract/core/wording';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { serverNow } from '../../../../lib/api/server-clock.ts';
import { useActions } from '../../../../lib/actions.tsx';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { ApiError, call, errorText } from '../../../../lib/api/api.ts';
import { toastAsking, toastDone, toastFailed } from '../../../../ui/feedback/toast.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import type { Booked } from '../../booked.ts';
import { useAppointmentWording } from '../../wording.ts';
import { deskMethods } from '../../desk-methods.ts';
import { bookingMoney } from '../payment/money-api.ts';
import { useTakePayment } from '../payment/use-take-payment.ts';
import { delayAfterPresses, sendDelay } from './pressed-delays.ts';

type Transition = typeof completeAppointment;

export interface Transitions {
  complete(appointment: Booked): Promise<void>;
  undoCancel(appointment: Booked): Promise<void>;
  undoCompletion(appointment: Booked): Promise<void>;
  markNoShow(appointment: Booked): Promise<void>;
  reopen(appointment: Booked): Promise<void>;
  toggleArrived(appointment: Booked): Promise<void>;
  toggleStarted(appointment: Booked): Promise<void>;
  /** Calls the number of a waiting person on the board, once more than they were. */
  call(appointment: Booked): Promise<void>;
  /** Skips a person who did not answer, or puts them back to their place. */
  toggleSkipped(appointment: Booked): Promise<void>;
  /** Notes by how many minutes the person comes late; 0 is on time. */
  setDelay(appointment: Booked, minutes: number): Promise<void>;
}

/**
 * Returns the changes of a booking that need no form. Each shows immediately (an optimistic
 * update), is rolled back when the server refuses it, and ends with a toast that names the person.
 */
export function useTransitions(): Transitions {
  const client = useQueryClient();
  const { booking } = useAppointmentWording();
  const take = useTakePayment();
  const change = useChange();

  return useMemo(() => {
    const again = ({ personName }: Booked) => `${capitalise(booking)} of ${personName} scheduled again`;

    /** Sets a completed or no-show booking to scheduled again. */
    async function revert(appointment: Booked, endpoint: Transition): Promise<void> {
      if (await change(appointment, endpoint)) toastDone(again(appointment));
    }

    return {
      reopen: (appointment) => revert(appointment, reopenAppointment),
      undoCompletion: (appointment) => revert(appointment, undoCompletion),
      async undoCancel(appointment) {
        if (!(await change(appointment, undoCancel))) return;
        const { givenBackText } = await loadChunk(() => import('./given-back.ts'));
        toastDone(`${again(appointment)}${await givenBackText(client, appointment.id)}`);
      },
      async complete(appointment) {
        const may = withChangesDisabled(appointment);
        const done = await change(appointment, completeAppointment, { status: 'completed', may });
        if (!done) return;
        const text = `${capitalise(booking)} of ${appointment.personName} completed`;
        const undo = () => void revert(appointment, undoCompletion);
        const { due } = done;
        if (due === null || due === 0 || !done.may.includes('recordPayment')) return toastDone(text, undo);
        const advance = Math.min(due, await readAdvance(client, done.id));
        const ways = deskMethods.map(({ method }) => ({
          name: method as string,
          run: () => void take(done, { paise: due, method }),
        }));
        if (advance > 0)
          ways.unshift({
            name: `${advanceMethod} ${formatRupees(advance)}`,
            run: () => void take(done, { paise: advance, method: advanceMethod }),
          });
        toastAsking(`${text}. ${formatRupees(due)} is due: how was it paid?`, [
          ...ways,
          { name: 'Undo', run: undo },
        ]);
      },
      async markNoShow(appointment) {
        const may = withChangesDisabled(appointment);
        const undo = () => void revert(appointment, reopenAppointment);
        if (await change(appointment, markNoShow, { status: 'no_show', arrivedAt: null, may }))
          toastDone(`${appointment.personName} marked as no-show`, undo);
      },
      async toggleArrived(appointment) {
        const isHere = appointment.arrivedAt !== null;
        const guess = isHere
          ? { arrivedAt: null, startedAt: null }
          : { arrivedAt: serverNow().toISOString() };
        await change(appointment, isHere ? undoArrival : markArrived, guess);
      },
      async call(appointment) {
        const params = { id: appointment.id };
        const number = callsOf(appointment) + 1;
        const send = async () => call(callPerson, { params, body: { number } });
        const isCalled = await change(appointment, send, { calls: number });
        if (isCalled) toastDone(`${tokenOf(appointment)} called`);
      },
      async toggleSkipped(appointment) {
        const isSkipped = isSkippedNow(appointment);
        const params = { id: appointment.id };
        if (!(await change(appointment, async () => call(isSkipped ? undoSkip : skipPerson, { params }))))
          return;
        if (!isSkipped)
          toastDone(
            `${appointment.personName} skipped`,
            () => void change(appointment, async () => call(undoSkip, { params })),
          );
      },
      async setDelay(appointment, minutes) {
        const params = { id: appointment.id };
        const send = async () =>
          minutes === 0 ? call(undoDelay, { params }) : call(noteDelay, { params, body: { minutes } });
        const note = async () => {
          const noted = await sendDelay(params.id, minutes, send);
          return { ...noted, delay: delayAfterPresses(noted) };
        };
        await change(appointment, note, { delay: minutes });
      },
      async toggleStarted(appointment) {
        const at = serverNow().toISOString();
        if (appointment.startedAt !== null) await change(appointment, undoStart, { startedAt: null });
        else await change(appointment, startVisit, { startedAt: at, arrivedAt: appointment.arrivedAt ?? at });
      },
    };
  }, [client, booking, take, change]);
}

/** Returns the advance of a booking's person; 0 where it cannot be read: it is offered later too. */
async function readAdvance(client: QueryClient, id: string): Promise<number> {
  const money = await client.fetchQuery(bookingMoney(id)).catch(() => undefined);
  return money?.advance ?? 0;
}

/**
 * Returns the function that requests one transition. It shows the guess until the answer, and
 * reports a refusal.
 */
function useChange() {
  const client = useQueryClient();
  const { booking } = useAppointmentWording();
  const { openDetails } = useActions();
  return useCallback(
    async (
      appointment: Booked,
      to: Transition | (() => Promise<Appointment>),
      guess?: Partial<Appointment>,
    ) => {
      const rollback = guess && cacheAppointment(client, { id: appointment.id, ...guess });
      let changed: Appointment | undefined;
      try {
        changed = await (typeof to === 'function' ? to() : call(to, { params: { id: appointment.id } }));
        cacheAppointment(client, changed);
        return changed;
      } catch (error) {
        rollback?.();
        if (to === reopenAppointment && error instanceof ApiError && error.code === 'slot.taken')
          openDetails(appointment.id, error);
        else toastFailed(errorText(error, `Failed to update ${booking}`));
        return undefined;
      } finally {
        void refreshAppointments(client, changed);
      }
    },
    [client, booking, openDetails],
  );
}

/** Returns how often a person was called; a row of the list does not say it. */
function callsOf(appointment: Booked): number {
  return ('calls' in appointment && appointment.calls) || 0;
}

function isSkippedNow(appointment: Booked): boolean {
  return 'isSkipped' in appointment && appointment.isSkipped === true;
}

function tokenOf(appointment: Booked): string {
  return ('token' in appointment && appointment.token) || appointment.personName;
}

export interface TransitionEntry {
  readonly key: AppointmentVerb | 'skip';
  /** The verb that allows it, where that has another name. */
  readonly verb?: AppointmentVerb;
  readonly name: string;
  readonly run: () => Promise<void>;
}

/**
 * Lists the transitions that the server allows now, in the order of a row's menu. The menu, the
 * details and the queue are built from this list.
 */
export function allowedTransitions(appointment: Booked, transitions: Transitions): TransitionEntry[] {
  const all: TransitionEntry[] = [
    {
      key: 'markArrived',
      name: appointment.arrivedAt === null ? 'Arrived' : 'Undo arrival',
      run: () => transitions.toggleArrived(appointment),
    },
    {
      key: 'start',
      name: appointment.startedAt === null ? 'Start' : 'Undo start',
      run: () => transitions.toggleStarted(appointment),
    },
    {
      key: 'call',
      name: `Call ${tokenOf(appointment)}${callsOf(appointment) > 0 ? ' again' : ''}`,
      run: () => transitions.call(appointment),
    },
    {
      key: 'skip',
      verb: 'call',
      name: isSkippedNow(appointment) ? 'Back in the queue' : 'Skip',
      run: () => transitions.toggleSkipped(appointment),
    },
    { key: 'complete', name: 'Complete', run: () => transitions.complete(appointment) },
    { key: 'undoCompletion', name: 'Undo completion', run: () => transitions.undoCompletion(appointment) },
    { key: 'undoCancel', name: 'Undo cancel', run: () => transitions.undoCancel(appointment) },
    { key: 'markNoShow', name: 'No-show', run: () => transitions.markNoShow(appointment) },
    { key: 'reopen', name: 'Schedule again', run: () => transitions.reopen(appointment) },
  ];
  return all.filter(({ key, verb }) => appointment.may.includes(verb ?? (key as AppointmentVerb)));
}

/**
 * Returns the permissions of a booking between an optimistic update and the answer. Only the server
 * knows which changes the new status allows, so none is allowed until then.
 */
function withChangesDisabled({ may }: Booked): AppointmentMay {
  return may.filter((verb) => keptMeanwhile.has(verb));
}

const keptMeanwhile: ReadonlySet<AppointmentVerb> = new Set([
  'recordPayment',
  'uploadPrescription',
  'viewPrescription',
]);
