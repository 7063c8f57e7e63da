import { NativeSelect, Radio, Stack, Text } from '@mantine/core';
import type { Cancellation } from '@samay/contract/bookings/transitions';
import type { BookingMoney, MoneyRow } from '@samay/contract/bookings/money';
import { advanceMethod, formatRupees } from '@samay/contract/core/money';
import { leastOnlinePaise } from '@samay/contract/public/online-booking';
import { useQuery } from '@tanstack/react-query';
import type { Booked } from '../../booked.ts';
import { handedMethods } from '../../desk-methods.ts';
import { bookingMoney } from '../payment/money-api.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { seriesCount } from '../series-count.ts';
import type { SeriesScope } from './scope-choice.tsx';

interface MoneyChoiceProps {
  /** A booking with money. */
  appointment: Booked;
  value: Cancellation;
  onChange: (value: Cancellation) => void;
}

/** Asks for the use of the money of a booking that is cancelled. */
export function MoneyChoice({ appointment: { id, amount }, value, onChange }: MoneyChoiceProps) {
  const { data, error } = useQuery(bookingMoney(id));
  const atDesk = (data?.rows ?? []).filter(({ isOnline }) => isOnline !== true);
  const asPaid = asPaidText(atDesk);
  const proposed = asPaid === undefined ? paidBy(atDesk) : undefined;
  // The money that was asked back of it before is on its way.
  const pending = sumOf(data?.onlineRefunds ?? []);
  const mayGiveBack = data?.rows.some(({ mayRefund, left }) => mayRefund && left > 0) ?? false;
  const why = error
    ? 'The payments could not be loaded. Please open this dialog again.'
    : 'You may not give this money back. Please ask an owner.';
  return (
    <Fates
      paise={(amount ?? 0) - pending}
      online={onlinePaise(data)}
      asPaid={asPaid}
      proposed={proposed}
      mayGiveBack={mayGiveBack}
      why={(data ?? error) && why}
      value={value}
      onChange={onChange}
    />
  );
}

/** Says what becomes of a payment online that is not taken yet: what the business cancels is not taken. */
export function AuthorizedNote({ id }: { id: string }) {
  const { data } = useQuery(bookingMoney(id));
  const paise = data?.authorized?.paise ?? 0;
  if (paise === 0) return null;
  return (
    <Text size="sm">
      {formatRupees(paise)} was paid online and is not taken yet. It goes back to the payer by itself.
    </Text>
  );
}

interface SeriesMoneyProps {
  /** A booking of the series. */
  id: string;
  scope: Exclude<SeriesScope, 'one'>;
  value: Cancellation;
  onChange: (value: Cancellation) => void;
}

/**
 * Asks for the use of the money of all bookings of a series that are cancelled, if there is any. None of it was paid
 * on the public page, whose bookings are in no series.
 */
export function SeriesMoney({ id, scope, ...choice }: SeriesMoneyProps) {
  const { data } = useQuery(seriesCount(id));
  const mayGiveBack = useSession().permissions.includes('payments.refund');
  if (!data?.paid[scope]) return null;
  return (
    <Fates
      paise={data.paid[scope]}
      asPaid="As each was paid"
      mayGiveBack={mayGiveBack}
      why="You may not give money back. Please ask an owner."
      {...choice}
    />
  );
}

interface FatesProps {
  paise: number;
  /** The part of it that goes back online, by the payment provider. */
  online?: number;
  /** The choice to give back each payment by its own method. */
  asPaid: string | undefined;
  /** The method that is proposed where there is no such choice. */
  proposed?: string | undefined;
  mayGiveBack: boolean;
  /** The reason why money cannot be given back. */
  why: string | false | null | undefined;
  value: Cancellation;
  onChange: (value: Cancellation) => void;
}

function Fates({ paise, online = 0, asPaid, proposed, mayGiveBack, why, value, onChange }: FatesProps) {
  const rest = paise - online;
  const giveBackBy = (method: string | undefined) =>
    onChange({ money: 'refund', ...(method && rest > 0 && { method, ...(online > 0 && { online }) }) });
  function choose(money: string): void {
    if (money === 'refund') giveBackBy(proposed);
    else if (money === 'advance' || money === 'leave') onChange({ money });
  }

  return (
    <Radio.Group label={`What becomes of ${formatRupees(paise)}?`} value={value.money} onChange={choose}>
      <Stack gap="xs" mt={4}>
        <Radio value="leave" label="Keep as cancellation fee" />
        <Radio value="advance" label="Keep as advance" />
        <Radio
          value="refund"
          label="Give back"
          disabled={!mayGiveBack}
          {...(why && !mayGiveBack && { description: why })}
        />
        {value.money === 'refund' && online > 0 && (
          <Text size="sm">{formatRupees(online)} goes back online, within a few days.</Text>
        )}
        {value.money === 'refund' && rest > 0 && (
          <NativeSelect
            label={online > 0 ? `${formatRupees(rest)} given back by` : 'Given back by'}
            data={[...(asPaid === undefined ? [] : [{ value: '', label: asPaid }]), ...handedMethods]}
            value={value.method ?? ''}
            onChange={({ currentTarget: { value: method } }) => giveBackBy(method)}
          />
        )}
      </Stack>
    </Radio.Group>
  );
}

/** Returns what goes back online of the money of a booking: the provider takes nothing below ₹1. */
function onlinePaise(money: BookingMoney | undefined): number {
  const rows = (money?.rows ?? []).filter(
    ({ isOnline, left }) => isOnline === true && left >= leastOnlinePaise,
  );
  return sumOf(rows.map(({ left: paise }) => ({ paise })));
}

function sumOf(all: readonly { readonly paise: number }[]): number {
  return all.reduce((sum, { paise }) => sum + paise, 0);
}

/**
 * Returns the text of the choice that gives each of several payments back by its own method:
 * `As it was paid: ₹500 Cash, ₹200 UPI`. Undefined where one method was used, or one was not noted.
 */
function asPaidText(rows: readonly MoneyRow[]): string | undefined {
  const paid = new Map<string, number>();
  for (const { left, method } of rows) {
    if (left === 0) continue;
    if (method === null) return undefined;
    paid.set(method, (paid.get(method) ?? 0) + left);
  }
  if (paid.size < 2) return undefined;
  const parts = [...paid].map(([method, paise]) => `${formatRupees(paise)} ${method}`);
  return `As it was paid: ${parts.join(', ')}`;
}

/** Returns the method of the newest payment that has a remaining amount. */
function paidBy(rows: readonly MoneyRow[]): string {
  const row = rows.findLast(({ left, method }) => left > 0 && method !== null && method !== advanceMethod);
  return row?.method ?? 'Cash';
}
