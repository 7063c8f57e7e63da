import type { Appointment } from '@samay/contract/bookings/appointments';
import type { refundPayment as contract } from '@samay/contract/bookings/money';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { refundPayment as refund } from '../../bookings/index.ts';
import { makeCreditNote } from './make.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof contract>;
}

/**
 * Gives back money of a payment, and makes the credit note that the request asks for in the same
 * transaction: both or neither.
 * @throws the errors of a refund and of a paper; `paper.changed` for a note above the refund
 */
export async function refundPayment(context: TenantContext, { params, body }: Input): Promise<Appointment> {
  const { creditNote: note, reason, amount } = body;
  if (!note) return refund(context, { params, body });
  assertThat(note.total <= amount, 'paper.changed');
  const asked = { kind: 'credit_note' as const, ...note, reason };
  return refund(context, { params, body }, async (tx, booking, payments) =>
    makeCreditNote(tx, context, { booking, payments, body: asked }),
  );
}
