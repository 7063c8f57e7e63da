import { VisuallyHidden } from '@mantine/core';
import type { QueueEntry } from '@samay/contract/desk/queue';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatRupees } from '@samay/contract/core/money';
import { callAddress, readTelephone } from '@samay/contract/core/telephone';
import { formatTime } from '@samay/contract/core/time';
import { lazy, memo, Suspense, useState } from 'react';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { ContactLink } from '../../../../ui/controls/contact-link.tsx';
import { Badge } from '../../../../ui/table/badge.tsx';
import { RowButton } from '../../../../ui/table/row-button.tsx';
import type { AppointmentActions } from '../actions/use-appointment-actions.tsx';
import { rangeText } from '../../../../lib/days.ts';
import { AppointmentMenu } from '../actions/appointment-menu.tsx';
import { DoctorChoice } from './doctor-choice.tsx';
import type { Assign, Doctor } from './use-assign.tsx';
import { callStep, delaySteps, estimateText, nextStep, placeText, saidOnTheWay } from './next-step.ts';
import classes from './queue.module.css';

const TokenSlip = lazy(async () => ({
  default: (await loadChunk(() => import('../token-slip.tsx'))).TokenSlip,
}));

interface QueueRowProps {
  entry: QueueEntry;
  businessType: BusinessType;
  /** The doctor or court, for a half including its ground. */
  resourceName: string | null;
  actions: AppointmentActions;
  /** The doctors who can take a booking of none. */
  doctors: readonly Doctor[];
  /** The caller's own doctor, if the queue is theirs. */
  own: Doctor | undefined;
  /** Whether this is the next person of the doctor or court. */
  isNext: boolean;
  isFresh: boolean;
  /** Whether the last step is pending; until then no other is taken. */
  isWaiting: boolean;
  /** Opens the visit for users who may read notes, otherwise the details. */
  onOpen: (entry: QueueEntry) => void;
  onStep: (entry: QueueEntry) => void;
  onAssign: Assign;
}

/**
 * Renders a person of the queue in one line, or three on a phone, with the next step always in one
 * place.
 */
export const QueueRow = memo(function QueueRow({
  entry,
  businessType,
  resourceName,
  actions,
  doctors,
  own,
  isNext,
  isFresh,
  isWaiting,
  onOpen,
  onStep,
  onAssign,
}: QueueRowProps) {
  const { id, personName, personContact, time, endTime, stage, lacksDoctor } = entry;
  const step = nextStep(entry, { businessType, transitions: actions, own, assign: onAssign });
  const calling = callStep(entry, actions);
  const [isPrinting, setPrinting] = useState(false);
  const dueText = entry.due ? formatRupees(entry.due) : null;
  const telephone = readTelephone(personContact ?? '');
  const more = [
    ...delaySteps(entry, actions),
    telephone !== undefined && {
      name: `Call ${personContact?.slice(0, telephone.end)}`,
      // Opens the phone app, if the device has one.
      run: () => location.assign(callAddress(telephone.number)),
    },
    entry.token !== undefined && { name: 'Print token', run: () => setPrinting(true) },
    entry.may.includes('cancel') && { name: 'Cancel', run: () => actions.cancel(entry) },
  ].filter((one) => one !== false);
  return (
    <li
      className={classes.row}
      data-queued={id}
      data-stage={stage}
      data-late={entry.isLate || undefined}
      data-business={businessType}
      data-delay={entry.delay > 0 || undefined}
      data-ahead={entry.isDelayed || undefined}
      data-closed={entry.closed !== undefined || undefined}
      data-fresh={isFresh || undefined}
      data-lacks={lacksDoctor || undefined}
      data-skipped={entry.isSkipped}
    >
      <button type="button" className={classes.opening} data-opens onClick={() => onOpen(entry)}>
        <span className={classes.time}>
          {businessType === 'turf' ? rangeText(time, endTime, '–') : formatTime(time)}
        </span>
        <span className={classes.name} title={personName}>
          {personName}
          {entry.token !== undefined && (
            <span className={classes.onPhone}>
              {' '}
              <Token text={entry.token} />
            </span>
          )}
        </span>
        <Marks entry={entry} isNext={isNext} />
      </button>
      <div className={classes.rest}>
        <div className={classes.state}>
          <Place text={placeText(entry, businessType)} estimate={estimateText(entry)} />
        </div>
        <div className={classes.with}>
          <Contact contact={personContact} />
          {!lacksDoctor && (
            <WithWhom text={(businessType === 'doctor' ? entry.doctor : resourceName) ?? ''} />
          )}
        </div>
      </div>
      <Due text={dueText} entry={entry} actions={actions} />
      {lacksDoctor && (
        <span className={classes.choosing}>
          <DoctorChoice appointment={entry} doctors={doctors} onAssign={onAssign} />
        </span>
      )}
      <span className={classes.next}>
        {calling && (
          <button
            type="button"
            className={`${classes.step} ${classes.calling} ${classes.onDesk}`}
            aria-label={`${calling.name} ${personName}`}
            onClick={({ detail }) => detail < 2 && void calling.run()}
          >
            {calling.name}
          </button>
        )}
        {step && (
          <button
            type="button"
            className={classes.step}
            data-step={step.name}
            aria-disabled={isWaiting || undefined}
            aria-label={`${step.name} ${personName}`}
            // Ignores the second click of a double click: the row may belong to another person by
            // now.
            onClick={({ detail }) => detail < 2 && onStep(entry)}
          >
            {step.name}
          </button>
        )}
      </span>
      <AppointmentMenu appointment={entry} actions={actions} more={more} />
      {isPrinting && (
        <Suspense fallback={null}>
          <TokenSlip
            appointment={entry}
            estimate={entry.estimate ? estimateText(entry) : undefined}
            onDone={() => setPrinting(false)}
          />
        </Suspense>
      )}
    </li>
  );
});

const walkIn = 'Walk-in';

/**
 * Renders the stage, and when they begin as it looks now. A walk-in came at the time of the row: a phone
 * has no room to repeat it, nor has a line with an estimate below it. On a phone the estimate takes the place of
 * the stage; who is called begins now, so that a phone says the call alone.
 */
function Place({ text, estimate }: { text: string; estimate: string | undefined }) {
  const isWalkIn = text.startsWith(walkIn);
  if (estimate === undefined) {
    return (
      <span className={classes.place}>
        {isWalkIn ? walkIn : text}
        {isWalkIn && <span className={classes.onDesk}>{text.slice(walkIn.length)}</span>}
      </span>
    );
  }
  const isCalled = text.startsWith('Called');
  return (
    <span className={classes.place}>
      <span className={isCalled ? undefined : classes.onDesk}>{isWalkIn ? walkIn : text} </span>
      <span
        className={isCalled ? `${classes.estimate} ${classes.onDesk}` : classes.estimate}
        title="Begins about then"
      >
        {estimate}
      </span>
    </span>
  );
}

function Marks({ entry, isNext }: Pick<QueueRowProps, 'entry' | 'isNext'>) {
  const { isLate, closed, comingAt, token } = entry;
  const isOnTheWay = saidOnTheWay(entry);
  return (
    <span className={classes.marks}>
      {token !== undefined && (
        <span className={classes.onDesk}>
          <Token text={token} />
        </span>
      )}
      {isLate && !isOnTheWay && <Badge tone="attention" text="Late" />}
      {isLate && isOnTheWay && <Badge tone="good" text="On the way" />}
      {comingAt !== undefined && !isLate && <Badge tone="good" text="Coming" />}
      {closed !== undefined && (
        <span className={classes.closed} title={`Closed: ${closed}`}>
          Closed: {closed}
        </span>
      )}
      {isNext && (
        <span className={classes.onDesk}>
          <Badge tone="info" text="Next" />
        </span>
      )}
    </span>
  );
}

/** Renders the number that the person has in the waiting room. */
function Token({ text }: { text: string }) {
  return (
    <span className={classes.token}>
      <VisuallyHidden>Token </VisuallyHidden>
      {text}
    </span>
  );
}

/** Renders the number, on a phone as text: the row's menu calls. */
function Contact({ contact }: { contact: string | null }) {
  if (contact === null) return <span className={classes.contact} />;
  return (
    <span className={classes.contact}>
      <span className={classes.onPhone}>{contact}</span>
      <span className={classes.onDesk}>
        <ContactLink contact={contact} />
      </span>
    </span>
  );
}

function WithWhom({ text }: { text: string }) {
  return (
    <span className={classes.whom} title={text}>
      {text}
    </span>
  );
}

interface DueProps extends Pick<QueueRowProps, 'entry' | 'actions'> {
  text: string | null;
}

/** Renders the amount due, whose press asks for the payment method, or *Paid* if all was paid. */
function Due({ text, entry, actions }: DueProps) {
  const isPaid = entry.due === 0 && (entry.amount ?? 0) > 0;
  return (
    <span className={classes.due}>
      {isPaid && <span className={classes.settled}>Paid</span>}
      {text !== null && !entry.may.includes('recordPayment') && (
        <span className={classes.settled}>{text}</span>
      )}
      {text !== null && entry.may.includes('recordPayment') && (
        <RowButton label={`Take ${text} from ${entry.personName}`} onClick={() => actions.takeMoney(entry)}>
          {text}
        </RowButton>
      )}
    </span>
  );
}
