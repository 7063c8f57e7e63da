import { Button } from '@mantine/core';
import { type LateDoctor, leastLate, mostLate } from '@samay/contract/bookings/lateness';
import type { Queue } from '@samay/contract/desk/queue';
import { whenSent } from '@samay/contract/bookings/whatsapp-messages/labels';
import { parseWhole } from '@samay/contract/core/typed/numbers';
import { formatTime, indiaTime } from '@samay/contract/core/time';
import { whatsAppLink } from '@samay/contract/core/whatsapp/whatsapp';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { serverNow } from '../../../../lib/api/server-clock.ts';
import { useMayBook } from '../../../../lib/session/use-may-book.ts';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { ChoiceSelect } from '../../../../ui/form/choice-select.tsx';
import { focusFirstError } from '../../../../ui/form/form-errors.ts';
import { WholeInput } from '../../../../ui/form/whole-input.tsx';
import { Badge } from '../../../../ui/table/badge.tsx';
import { latenessQuery, useLateness } from './late-api.ts';
import classes from './late-doctors.module.css';

interface LateDoctorsProps {
  queue: Queue;
  /** Whether the minutes of a doctor who is not shown as late are to be asked. */
  isAsking: boolean;
  onAsked: () => void;
}

/** Renders the doctors of a queue who are late, and asks by how many minutes. */
export function LateDoctors({
  queue: { late = [], resources, resourceId },
  isAsking,
  onAsked,
}: LateDoctorsProps) {
  const [chosen, setChosen] = useState<string>();
  const isShown = (id: string) => late.some((each) => each.resourceId === id);
  const others = resources.filter(({ id }) => !isShown(id));
  const asked = others.find(({ id }) => id === (chosen ?? resourceId)) ?? others[0];
  const nameOf = (id: string) => resources.find((each) => each.id === id)?.name ?? '';
  return (
    <>
      {late.map(({ resourceId: id, minutes, until }) => (
        <Late key={id} id={id} name={nameOf(id)} said={minutes === null ? undefined : { minutes, until }} />
      ))}
      {isAsking && asked && (
        <section className={classes.late} aria-label="Running late">
          <div className={classes.line}>
            {others.length > 1 ? (
              <ChoiceSelect
                aria-label="Who is late"
                data={others.map(({ id, name }) => ({ value: id, label: name }))}
                value={asked.id}
                onChange={setChosen}
              />
            ) : (
              <p>{asked.name} is late by:</p>
            )}
            <Steps key={asked.id} id={asked.id} name={asked.name} onSaid={onAsked} />
            <Button variant="subtle" size="xs" onClick={onAsked}>
              Close
            </Button>
          </div>
        </section>
      )}
    </>
  );
}

interface LateProps {
  id: string;
  name: string;
  /** The minutes and the time that were said; undefined where it was only noticed. */
  said: { minutes: number; until: string | null } | undefined;
}

function Late({ id, name, said }: LateProps) {
  const { data, error, isFetching, refetch } = useQuery(latenessQuery(id));
  const { say } = useLateness(id);
  const mayWrite = useMayBook();
  const [isChanging, setChanging] = useState(false);
  return (
    <section className={classes.late} aria-label={`${name} is late`}>
      <div className={classes.line}>
        <Badge tone="attention" text="Late" />
        <p role="status">
          {said
            ? `${name} is ${said.minutes} min late and begins about ${timeOf(said.until)}.`
            : `${name} has not begun. By how much late?`}
        </p>
        {mayWrite && said && (
          <>
            <Button
              variant="default"
              size="xs"
              aria-expanded={isChanging}
              onClick={() => setChanging(!isChanging)}
            >
              Change
            </Button>
            <Button variant="default" size="xs" onClick={() => !say.isPending && say.mutate(null)}>
              On time
            </Button>
          </>
        )}
        {mayWrite && (isChanging || !said) && <Steps id={id} name={name} onSaid={() => setChanging(false)} />}
      </div>
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load who is to be told')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {mayWrite && said && data && <People id={id} people={data.people} />}
    </section>
  );
}

/** The minutes that are offered. */
const steps = [15, 30, 45, 60, 90, 120, 180, 240] as const;
const mostSteps = 5;
const minuteMs = 60_000;

interface StepsProps {
  id: string;
  name: string;
  onSaid: () => void;
}

/** Renders the minutes that end in the future, each with the time at which the doctor begins then. */
function Steps({ id, name, onSaid }: StepsProps) {
  const { data } = useQuery(latenessQuery(id));
  const { say } = useLateness(id);
  if (!data) return null;
  const from = Date.parse(data.from);
  const offered = steps.filter((minutes) => from + minutes * minuteMs > serverNow().getTime());
  const handleSay = (minutes: number) => !say.isPending && say.mutate(minutes, { onSuccess: onSaid });
  return (
    <>
      {offered.slice(0, mostSteps).map((minutes) => (
        <Button
          key={minutes}
          size="xs"
          variant="default"
          aria-label={`${name} is ${minutes} min late`}
          onClick={() => handleSay(minutes)}
        >
          {minutes} min · {timeOf(new Date(from + minutes * minuteMs).toISOString())}
        </Button>
      ))}
      <OtherMinutes name={name} from={from} onSay={handleSay} />
    </>
  );
}

interface OtherMinutesProps {
  name: string;
  /** The instant from which they count, in milliseconds. */
  from: number;
  onSay: (minutes: number) => void;
}

/** Renders a field for minutes that are not offered. */
function OtherMinutes({ name, from, onSay }: OtherMinutesProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const id = useId();
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const minutes = parseWhole(typed, 'minutes') ?? Number.NaN;
    const isMeant = minutes >= leastLate && minutes <= mostLate;
    const isOver = isMeant && from + minutes * minuteMs <= serverNow().getTime();
    if (isMeant && !isOver) return onSay(minutes);
    setError(
      isOver
        ? `${timeOf(new Date(from + minutes * minuteMs).toISOString())} is over`
        : `Please enter ${leastLate} to ${mostLate} minutes`,
    );
    focusFirstError(id);
  }
  return (
    <form id={id} noValidate className={classes.other} onSubmit={handleSubmit}>
      <WholeInput
        size="xs"
        aria-label={`Minutes by which ${name} is late`}
        placeholder="Other min"
        value={typed}
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        Set
      </Button>
    </form>
  );
}

/** Renders a press for each person who has not come yet and was not told. */
function People({ id, people }: { id: string; people: LateDoctor['people'] }) {
  const { tell } = useLateness(id);
  const untold = people.filter(({ told, notice }) => told === null && !notice);
  const told = people.length - untold.length;
  if (people.length === 0) return <p className={classes.dim}>Nobody else is expected today.</p>;
  return (
    <div className={classes.line}>
      <span className={classes.dim}>
        {untold.length === 0 ? 'All who have not come yet are told.' : 'Tell who has not come yet:'}
        {told > 0 && untold.length > 0 && ` (${told} told)`}
      </span>
      {untold.map(({ id: bookingId, personName, message }) =>
        message === null ? (
          <span key={bookingId} className={classes.dim}>
            {personName}: not on WhatsApp
          </span>
        ) : (
          <Button
            key={bookingId}
            component="a"
            size="xs"
            variant="light"
            title={whenSent}
            aria-label={`Tell ${personName} on WhatsApp`}
            href={whatsAppLink(message.number, message.text)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => !(tell.isPending && tell.variables === bookingId) && tell.mutate(bookingId)}
          >
            {personName}
          </Button>
        ),
      )}
    </div>
  );
}

function timeOf(instant: string | null): string {
  return instant === null ? '' : formatTime(indiaTime(new Date(instant)));
}
