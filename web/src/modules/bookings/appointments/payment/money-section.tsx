import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { BookingMoney, ChargeRow, MoneyRow } from '@samay/contract/bookings/money';
import { formatRupees } from '@samay/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { errorText } from '../../../../lib/api/api.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { FocusedSection } from '../../../../ui/layout/focused-section.tsx';
import { RowButton, RowButtons } from '../../../../ui/table/row-button.tsx';
import { chargeActs, removeChargeAct } from './charge-acts.ts';
import {
  correctionAct,
  discountActs,
  type MoneyAct,
  refundAct,
  refundAdvanceAct,
  takeAdvanceAct,
  voidAct,
  voidAdvanceAct,
} from './money-acts.ts';
import { bookingMoney } from './money-api.ts';
import { MoneyForm } from './money-form.tsx';
import classes from './money-section.module.css';
import { advanceLines, authorizedText, type MoneyLine, moneyLines } from './money-texts.ts';

/**
 * Lists the money of a booking, oldest first, with user and time, and the buttons that change it.
 * Renders nothing if there is no money and none can be changed.
 */
export function MoneySection({ appointment }: { appointment: Appointment }) {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(bookingMoney(appointment.id));
  const { permissions } = useSession();
  const [act, setAct] = useState<MoneyAct | null>(null);
  const acts = furtherActs(appointment, data, permissions.includes('payments.refund'));
  const lines = data ? moneyLines(data) : [];
  const ofAdvance = data ? advanceLines(data) : [];
  const advance = data?.advance ?? 0;
  // A server of the release before sends none.
  const goingBack = data?.onlineRefunds ?? [];
  const authorized = data?.authorized ?? null;
  const pending = goingBack.reduce((sum, { paise }) => sum + paise, 0);
  const isWaiting = !data && !error && appointment.amount !== null;
  const close = () => setAct(null);
  const isEmpty = lines.length === 0 && acts.length === 0 && advance <= 0 && authorized === null;
  if (isEmpty && !error && !isWaiting) return null;
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={3} size="sm" id={id}>
        Payments
      </Title>
      {isWaiting && <Skeleton height={44} radius="md" aria-busy />}
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the payments')}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {lines.length > 0 && (
        <ol className={classes.lines}>
          {lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              onRefund={(row) => setAct(refundAct(appointment, row, data?.drawers ?? [], pending))}
              onVoid={(row) => setAct(voidAct(appointment, row))}
              onCorrect={(row) => setAct(correctionAct(appointment, row))}
              onRemove={(charge) => setAct(removeChargeAct(appointment, charge))}
            />
          ))}
        </ol>
      )}
      {authorized && <Text size="sm">{authorizedText(authorized, appointment.due ?? 0)}</Text>}
      {goingBack.map(({ id: refundId, paise, hasFailed }) => (
        <Text size="sm" key={refundId}>
          {formatRupees(paise)}{' '}
          {hasFailed
            ? 'could not be given back online. An owner answers it in Settings, Public page'
            : 'is on its way back to the payer'}
        </Text>
      ))}
      {advance > 0 && (
        <Text size="sm" className={classes.advance ?? ''}>
          Advance of {appointment.personName}: <b>{formatRupees(advance)}</b>
        </Text>
      )}
      {ofAdvance.length > 0 && (
        <ol className={classes.lines} aria-label="Advance">
          {ofAdvance.map((line) => (
            <Line
              key={line.id}
              line={line}
              onVoid={(row) => setAct(voidAdvanceAct(appointment, row))}
              onCorrect={(row) => setAct(correctionAct(appointment, row, true))}
            />
          ))}
        </ol>
      )}
      {act && (
        <FocusedSection>
          <MoneyForm key={act.title} appointment={appointment} act={act} onDone={close} onCancel={close} />
        </FocusedSection>
      )}
      {/* Hides the buttons instead of unmounting them, so that the focus can return to them. */}
      <div hidden={act !== null}>
        <More acts={acts} onAct={setAct} />
      </div>
    </section>
  );
}

interface LineProps {
  line: MoneyLine;
  onRefund?: (row: MoneyRow) => void;
  onVoid: (row: MoneyRow) => void;
  onCorrect?: (row: MoneyRow) => void;
  onRemove?: (charge: ChargeRow) => void;
}

function Line({ line, onRefund, onVoid, onCorrect, onRemove }: LineProps) {
  const { text, about, voided, row, charge } = line;
  return (
    <li className={classes.line}>
      <div className={classes.text}>
        {voided === null ? <span className={classes.amount}>{text}</span> : <s>{text}</s>}
        <span className={classes.about}>{about}</span>
        {voided !== null && (
          <span className={classes.about}>
            {line.ended}: {voided}
          </span>
        )}
      </div>
      {charge?.mayRemove && onRemove && (
        <RowButtons>
          <RowButton label={`Remove ${text}`} onClick={() => onRemove(charge)}>
            Remove
          </RowButton>
        </RowButtons>
      )}
      {row && (
        <RowButtons>
          {onRefund && mayRefund(row) && (
            <RowButton label={`Refund ${text}`} onClick={() => onRefund(row)}>
              Refund
            </RowButton>
          )}
          {row.mayVoid && (
            <RowButton label={`Void ${text}`} onClick={() => onVoid(row)}>
              Void
            </RowButton>
          )}
          {onCorrect && row.mayCorrect && (
            <RowButton label={`Correct ${text}`} onClick={() => onCorrect(row)}>
              Correct
            </RowButton>
          )}
        </RowButtons>
      )}
    </li>
  );
}

/** Renders *More*, and after its press the buttons of rare actions. */
function More({ acts, onAct }: { acts: readonly MoneyAct[]; onAct: (act: MoneyAct) => void }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (acts.length === 0) return null;
  return (
    <Group gap="xs" className={classes.more ?? ''}>
      <Button variant="default" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        More
      </Button>
      <Group gap="xs" id={id} className={classes.more ?? ''}>
        {isOpen &&
          acts.map((act) => (
            <Button key={act.name} variant="default" onClick={() => onAct(act)}>
              {act.name}
            </Button>
          ))}
      </Group>
    </Group>
  );
}

/** Returns whether a row has a remaining amount that may be given back. */
function mayRefund({ left, mayRefund: may }: MoneyRow): boolean {
  return may && left > 0;
}

/**
 * Lists the changes that belong to no row: discounts and the person's advance. Those that need to
 * know the money wait for it, so that the button *More* is shown immediately.
 */
function furtherActs(
  appointment: Appointment,
  money: BookingMoney | undefined,
  mayGiveBack: boolean,
): MoneyAct[] {
  if (!appointment.may.includes('recordPayment')) return [];
  return [
    ...(money ? [...chargeActs(appointment, money), ...discountActs(appointment, money)] : []),
    takeAdvanceAct(appointment),
    ...(money && money.advance > 0 && mayGiveBack ? [refundAdvanceAct(appointment, money)] : []),
  ];
}
