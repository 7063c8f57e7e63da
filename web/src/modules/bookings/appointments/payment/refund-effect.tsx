import { Checkbox } from '@mantine/core';
import { creditedPaise, allowancePaise, duePaise, type Owing } from '@samay/contract/bookings/owing';
import { formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { useQuery } from '@tanstack/react-query';
import type { PaperProposal } from '@samay/contract/invoicing/papers';
import { CreditLineChoice, chosenLine } from '../../credit-line-choice.tsx';
import type { Booked } from '../../booked.ts';
import { bookingPapers } from '../../booking-papers.ts';
import { type CreditNote, lowersWith, type MoneyAct, type MoneyValues } from './money-acts.ts';

/** A credit note that is proposed, with the number of its bill. */
type ProposedNote = CreditNote & { readonly number: string; readonly lines: PaperProposal['lines'] };

interface RefundEffectProps {
  appointment: Booked;
  values: MoneyValues;
  note: ProposedNote | undefined;
  onChange: <Field extends 'lowers' | 'credits' | 'line'>(field: Field, value: MoneyValues[Field]) => void;
}

/** Asks whether a refund is still owed, says what is due after it, and proposes its credit note. */
export function RefundEffect({ appointment, values, note, onChange }: RefundEffectProps) {
  const lowers = lowersWith(values);
  const owing = owingFor(appointment);
  const paise = parseRupees(values.amount) ?? 0;
  const allowed = (owing.allowed ?? 0) + (lowers ? allowancePaise(owing, paise) : 0);
  const due = duePaise({ ...owing, allowed, amount: Math.max(0, (owing.amount ?? 0) - paise) });
  return (
    <>
      {due !== null && (
        <Checkbox
          label="No longer owed"
          description={`Due after the refund: ${formatRupees(due)}`}
          checked={lowers}
          onChange={({ currentTarget }) => onChange('lowers', currentTarget.checked)}
        />
      )}
      {note && (
        <Checkbox
          label={`Credit note of ${formatRupees(note.total)} for ${note.number}`}
          checked={values.credits}
          onChange={({ currentTarget }) => onChange('credits', currentTarget.checked)}
        />
      )}
      {note?.lines && values.credits && (
        <CreditLineChoice
          lines={note.lines}
          value={note.line === undefined ? '' : values.line}
          onChange={(line) => onChange('line', line)}
        />
      )}
    </>
  );
}

/**
 * Returns the credit note that a refund with these values asks for: of the bill that is proposed first, which has the
 * service; undefined where there is none.
 */
export function useCreditNote(
  appointment: Booked,
  { isRefund = false, goesOnline = false }: MoneyAct,
  values: MoneyValues,
): ProposedNote | undefined {
  const { data } = useQuery({ ...bookingPapers(appointment.id), enabled: isRefund && !goesOnline });
  if (!isRefund || goesOnline || !lowersWith(values)) return undefined;
  const bills = data?.proposals.filter(({ kind }) => kind === 'credit_note') ?? [];
  const billed = bills.reduce((sum, { total }) => sum + total, 0);
  const [bill] = bills;
  const asked = creditedPaise(owingFor(appointment), parseRupees(values.amount) ?? 0, billed);
  if (!bill?.of || asked === 0) return undefined;
  const { of, lines } = bill;
  const total = Math.min(asked, bill.total);
  // A line is chosen among those that have the whole amount left.
  const wide = lines?.filter(({ left }) => left >= total);
  const line = chosenLine(wide, values.line);
  return {
    ofId: of.id,
    number: of.number,
    total,
    lines: wide?.length ? wide : undefined,
    line: line && { charge: line.charge },
  };
}

/** Returns what decides what a booking owes; without a price where its status owes nothing. */
function owingFor({ price, charges, discount, allowed, amount, due }: Booked): Owing {
  const costs = due === null ? { price: null } : { price, charges };
  return { ...costs, discount, allowed, amount };
}
