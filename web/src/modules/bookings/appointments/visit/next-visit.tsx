import { Button, Text } from '@mantine/core';
import type { Appointment, NewAppointment } from '@samay/contract/bookings/appointments';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import type { Visit } from '@samay/contract/desk/visits';
import type { Slot } from '@samay/contract/core/alternatives';
import { formatWeekday } from '@samay/contract/core/time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { call, errorText } from '../../../../lib/api/api.ts';
import { useMayBook } from '../../../../lib/session/use-may-book.ts';
import { toastFailed } from '../../../../ui/feedback/toast.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { NativeChoice } from '../../../../ui/form/native-choice.tsx';
import { cacheAppointment, refreshAppointments } from '../../api.ts';
import { timeText } from '../../../../lib/days.ts';
import { alternativesIn, isOfLimit } from '../../refusal.ts';
import { TakenNotice } from '../../taken-notice.tsx';
import { useAppointmentWording } from '../../wording.ts';
import { useCreateAppointment } from '../book/model/use-create-appointment.ts';
import { UpgradeHint } from '../upgrade-hint.tsx';
import { nextBody, weekChoices } from './next-starts.ts';
import { useNextStart } from './use-next-start.ts';
import classes from './visit.module.css';

/**
 * Books the person's next visit by one press, with the visit's doctor and service, and undoes it by
 * another. A visit that is already booked is shown.
 */
export function NextVisit({ visit }: { visit: Visit }) {
  const id = useId();
  const [booked, setBooked] = useState<Appointment | null>(null);
  const mayBook = useMayBook();
  return (
    <section aria-labelledby={id} className={classes.next}>
      <h3 className={classes.heading} id={id}>
        Next visit
      </h3>
      {booked ? (
        <div className={classes.buttons} role="status">
          <BookedButton next={booked} />
          <UndoButton booked={booked} onUndone={() => setBooked(null)} />
        </div>
      ) : (
        <>
          {visit.next && <BookedButton next={visit.next} />}
          {mayBook && (
            <BookNext visit={visit.appointment} isFirst={visit.next === null} onBooked={setBooked} />
          )}
          {!visit.next && !mayBook && <p className={classes.first}>Not booked</p>}
        </>
      )}
    </section>
  );
}

/**
 * Renders the next booking, with its doctor if that is another one; it opens the details, to be
 * moved or cancelled.
 */
function BookedButton({ next }: { next: NonNullable<Visit['next']> }) {
  const { openDetails } = useActions();
  return (
    <Button variant="subtle" className={classes.booked ?? ''} onClick={() => openDetails(next.id)}>
      {`Booked: ${timeText(next)}${next.doctor === null ? '' : ` with ${next.doctor}`}`}
    </Button>
  );
}

/** Renders the undo of a next visit that was just booked, which cancels it. */
function UndoButton({ booked, onUndone }: { booked: Appointment; onUndone: () => void }) {
  const client = useQueryClient();
  const { cancelFailed } = useAppointmentWording();
  const undo = useMutation({
    mutationFn: () => call(cancelAppointment, { params: { id: booked.id } }),
    onSuccess: (cancelled) => {
      cacheAppointment(client, cancelled);
      onUndone();
    },
    onError: (error) => toastFailed(errorText(error, cancelFailed)),
    onSettled: (cancelled) => void refreshAppointments(client, cancelled),
  });
  return (
    <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>
  );
}

interface BookNextProps {
  visit: Appointment;
  /** Whether no next visit is booked yet. */
  isFirst: boolean;
  onBooked: (booked: Appointment) => void;
}

function BookNext({ visit, isFirst, onBooked }: BookNextProps) {
  const [weeks, setWeeks] = useState(2);
  const { wanted, start, instead } = useNextStart(visit, weeks);
  const booking = useBooking(visit, onBooked);
  const { create, taken, book } = booking;

  function choose(value: string): void {
    setWeeks(Number(value));
    if (create.isError) create.reset();
  }

  return (
    <>
      <div className={classes.buttons}>
        {!instead && (
          <Button
            className={classes.book ?? ''}
            variant={isFirst ? 'light' : 'default'}
            loading={create.isPending}
            disabled={!start}
            onClick={() => start && book(start)}
          >
            <span>
              <span className={classes.bookName}>Next visit in {weeksText(weeks)}</span>{' '}
              <span className={classes.bookTime}>{timeText(start ?? wanted)}</span>
            </span>
          </Button>
        )}
        <span className={classes.weeks}>
          <NativeChoice
            label="When the next visit is wanted"
            data={weekChoices.map((each) => ({ value: String(each), label: `in ${weeksText(each)}` }))}
            value={String(weeks)}
            onChange={choose}
          />
        </span>
      </div>
      {instead && !taken && (
        <Instead
          day={formatWeekday(wanted.date)}
          instead={instead}
          busy={create.isPending}
          onPick={book}
          onAnyway={() => book(wanted)}
        />
      )}
      <Refusal {...booking} />
    </>
  );
}

/** Books the next visit, and holds the last request. */
function useBooking(visit: Appointment, onBooked: (booked: Appointment) => void) {
  const [sent, setSent] = useState<NewAppointment | null>(null);
  const keyRef = useRef<string>(undefined);
  const create = useCreateAppointment({ keyRef, onCreated: onBooked });

  function book(
    at: Parameters<typeof nextBody>[1],
    more: Pick<NewAppointment, 'overbookedReason'> = {},
  ): void {
    if (create.isPending) return;
    const body = { ...nextBody(visit, at), ...more };
    setSent(body);
    create.mutate({ body, key: create.nextKey() });
  }

  return { sent, create, taken: alternativesIn(create.error), book };
}

/** Renders why the next visit was refused, with what may be booked instead. */
function Refusal({ sent, create, taken, book }: ReturnType<typeof useBooking>) {
  const { createFailed } = useAppointmentWording();
  if (!sent || !create.isError) return null;
  if (taken)
    return (
      <TakenNotice
        verb="Book"
        text={errorText(create.error, createFailed)}
        refused={sent}
        alternatives={taken}
        busy={create.isPending}
        onPick={book}
        onOverbook={(overbookedReason) =>
          book({ ...sent, resourceId: sent.resourceId ?? null }, { overbookedReason })
        }
      />
    );
  return (
    <>
      <FailureNotice
        text={errorText(create.error, createFailed)}
        busy={create.isPending}
        onRetry={() => create.mutate({ body: sent, key: create.nextKey() })}
      />
      {isOfLimit(create.error) && (
        <Text size="sm">
          <UpgradeHint purpose="book more" />
        </Text>
      )}
    </>
  );
}

interface InsteadProps {
  day: string;
  instead: NonNullable<ReturnType<typeof useNextStart>['instead']>;
  busy: boolean;
  onPick: (slot: Slot) => void;
  onAnyway: () => void;
}

/** Explains why a day has no free start, and offers the nearest ones, each by one press. */
function Instead({ day, instead: { why, slots }, busy, onPick, onAnyway }: InsteadProps) {
  return (
    <div className={classes.instead} role="status">
      <Text size="sm" fw={600}>
        {[`Nothing is free on ${day}.`, ...why].join(' ')}
      </Text>
      <div className={classes.buttons}>
        {slots.map((slot) => (
          <Button
            key={`${slot.date} ${slot.time}`}
            variant="default"
            disabled={busy}
            onClick={() => onPick(slot)}
          >
            Book {timeText(slot)}
          </Button>
        ))}
        <Button variant="subtle" disabled={busy} onClick={onAnyway}>
          Book {day} anyway
        </Button>
      </div>
    </div>
  );
}

function weeksText(weeks: number): string {
  return weeks === 1 ? '1 week' : `${weeks} weeks`;
}
