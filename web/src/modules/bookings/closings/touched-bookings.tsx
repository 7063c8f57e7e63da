import { Input, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { mostTouched, type TouchedBooking } from '@samay/contract/bookings/closings';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { useMemo } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { NativeChoice } from '../../../ui/form/native-choice.tsx';
import { Pill } from '../../../ui/table/pills.tsx';
import { handedMethods } from '../desk-methods.ts';
import { useAppointmentWording } from '../wording.ts';
import classes from './closings.module.css';
import {
  type Choice,
  type Choices,
  choiceFor,
  chosenForAll,
  commonFate,
  type Fate,
  isUnfinished,
  type Sums,
  sumUnnamed,
  sumUp,
  withoutFates,
} from './decisions.ts';
import { TouchedRow } from './touched-row.tsx';
import type { Touched } from './use-touched.ts';
import { useName } from './use-whom.ts';

interface TouchedBookingsProps {
  touched: Touched;
  /** Whether the bookings are of several doctors or courts. */
  hasResources: boolean;
  choices: Choices;
  fate: Fate;
  /** The method by which money goes back whose own was not noted; empty until it is chosen. */
  method: string;
  /** Whether errors are shown. */
  wasSent: boolean;
  onChoice: (booking: string, choice: Choice) => void;
  onChoices: (choices: Choices) => void;
  onFate: (fate: Fate) => void;
  onMethod: (method: string) => void;
}

/** Lists the bookings that a closing touches, each with its choice, and a choice for all of them. */
export function TouchedBookings({ touched, ...rest }: TouchedBookingsProps) {
  const { bookings } = useAppointmentWording();
  const { data, error, isAsked } = touched;
  const failure = error && (
    <FailureNotice
      text={errorText(error, `Failed to load ${bookings}`)}
      {...(data && { hint: 'What you see may be out of date.' })}
      busy={touched.isFetching}
      onRetry={touched.retry}
    />
  );
  if (failure && !data) return failure;
  if (!isAsked) return null;
  if (!data) return <Skeleton height={120} radius="md" role="group" aria-busy aria-label="Loading" />;
  const { items, hidden, hasMore } = data;
  return (
    <Stack gap="sm">
      {failure}
      {items.length === 0 ? (
        <EmptyState text="Nobody is booked in this time" />
      ) : (
        <Listed items={items} {...rest} />
      )}
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {formatCount(hidden)} more {hidden === 1 ? 'is' : 'are'} beyond your plan and{' '}
          {hidden === 1 ? 'stays' : 'stay'} booked.
        </Text>
      )}
      {hasMore && (
        <Text size="sm">
          These are the first {formatCount(mostTouched)} {bookings}. The rest stay booked: close a later time
          for them.
        </Text>
      )}
    </Stack>
  );
}

type ListedProps = Omit<TouchedBookingsProps, 'touched'> & { items: readonly TouchedBooking[] };

function Listed({ items, hasResources, choices, wasSent, onChoice, ...ofAll }: ListedProps) {
  const { booking, bookings } = useAppointmentWording();
  const nameOf = useName();
  const isOfDays = useMemo(() => new Set(items.map((each) => each.booking.date)).size > 1, [items]);
  const sums = sumUp(items, choices);
  const unnamed = sumUnnamed(items, choices, ofAll.fate);
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {formatCount(items.length)} {items.length === 1 ? booking : bookings}
      </Text>
      {items.length > 1 && <ForAll items={items} choices={choices} sums={sums} onChoices={ofAll.onChoices} />}
      {sums.paise > 0 && (
        <FateChoice
          sums={sums}
          fate={commonFate(items, choices, ofAll.fate)}
          onFate={(fate) => {
            ofAll.onFate(fate);
            ofAll.onChoices(withoutFates(choices));
          }}
        />
      )}
      {unnamed > 0 && (
        <MethodChoice
          paise={unnamed}
          method={ofAll.method}
          isWrong={wasSent && ofAll.method === ''}
          onMethod={ofAll.onMethod}
        />
      )}
      <ul className={classes.rows} aria-label="What it touches">
        {items.map((touched) => {
          const choice = choiceFor(touched, choices);
          return (
            <TouchedRow
              key={touched.booking.id}
              touched={touched}
              // A row renders again only if its own choice has changed.
              choice={choices.get(touched.booking.id) === choice ? choice : choice.action}
              isOfDays={isOfDays}
              hasResource={hasResources}
              isWrong={wasSent && isUnfinished(choice)}
              // One with money alone is decided above.
              fate={sums.paid > 1 ? ofAll.fate : undefined}
              nameOf={nameOf}
              onChoice={onChoice}
            />
          );
        })}
      </ul>
    </>
  );
}

const all = [
  ['move', 'Move'],
  ['cancel', 'Cancel'],
  ['keep', 'Keep'],
] as const;

interface ForAllProps extends Pick<ListedProps, 'items' | 'choices' | 'onChoices'> {
  sums: Sums;
}

function ForAll({ items, choices, sums, onChoices }: ForAllProps) {
  return (
    <div role="group" aria-label="For all" className={classes.forAll}>
      <span>For all:</span>
      {all.map(([action, text]) => (
        <Pill
          key={action}
          isAlone
          isPressed={sums[action] === items.length}
          onClick={() => onChoices(chosenForAll(items, action, choices))}
        >
          {text}
        </Pill>
      ))}
    </div>
  );
}

interface FateChoiceProps {
  sums: Sums;
  /** Undefined if the bookings have several. */
  fate: Fate | undefined;
  onFate: (fate: Fate) => void;
}

/**
 * Asks for the use of the money of all cancelled bookings. By default it is kept as an advance: the
 * business is closed, and their people are not to blame.
 */
function FateChoice({ sums, fate, onFate }: FateChoiceProps) {
  const { booking, bookings } = useAppointmentWording();
  const mayRefund = useSession().permissions.includes('payments.refund');
  return (
    <Radio.Group
      label={
        `What becomes of ${formatRupees(sums.paise)} of ${formatCount(sums.paid)} cancelled ` +
        `${sums.paid === 1 ? booking : bookings}?`
      }
      value={fate ?? ''}
      onChange={(value) => value !== '' && onFate(value)}
    >
      <div className={classes.fates}>
        <Radio value="leave" label="Keep as cancellation fee" />
        <Radio value="advance" label="Keep as advance" />
        <Radio
          value="refund"
          label="Give back"
          disabled={!mayRefund}
          description={
            mayRefund ? 'Each payment by its own method' : 'You may not give money back. Please ask an owner.'
          }
        />
      </div>
    </Radio.Group>
  );
}

interface MethodChoiceProps {
  paise: number;
  method: string;
  isWrong: boolean;
  onMethod: (method: string) => void;
}

/** Asks how money is given back of which nobody has noted how it came. */
function MethodChoice({ paise, method, isWrong, onMethod }: MethodChoiceProps) {
  const label = `How is ${formatRupees(paise)} given back? How it was paid was not noted.`;
  return (
    <div>
      <Input.Label component="div">{label}</Input.Label>
      <NativeChoice
        label={label}
        data={[
          ...(method === '' ? [{ value: '', label: 'Choose…' }] : []),
          ...handedMethods.map((each) => ({ value: each, label: each })),
        ]}
        value={method}
        error={isWrong && 'Please choose a payment method'}
        onChange={onMethod}
      />
    </div>
  );
}
