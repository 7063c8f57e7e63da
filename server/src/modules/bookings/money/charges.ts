import type { Appointment } from '@samay/contract/bookings/appointments';
import type {
  addCharge as addContract,
  removeCharge as removeContract,
} from '@samay/contract/bookings/money';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { Paise } from '@samay/contract/core/money';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { Tx } from '../../../db/tenant.ts';
import { onlyRow, run, runTogether } from '../../../db/transaction.ts';
import {
  type ChargeRow,
  makeCharge,
  makeRemoval,
  mayRemoveCharge,
  mostDiscount,
  type NewCharge,
  type Noted,
  readChargeList,
  readCharges,
  standingCharges,
} from '../../ledger/index.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { changeMoney, type DecidedMoney } from './change-money.ts';
import { findLastBilled } from './queries.ts';

interface Input<Body> {
  readonly params: { id: string };
  readonly body: Body;
}

/**
 * Adds a charge to a booking in addition to its price.
 * @throws `charge.changed` where the sum of its charges is not as the caller saw it,
 * `charge.not_owed`, `charge.above_most`, `not_found`
 */
export async function addCharge(
  context: TenantContext,
  { params, body: { chargesBefore, amount, ...named } }: Input<BodyOf<typeof addContract>>,
): Promise<Appointment> {
  return changeMoney(context, params.id, async ({ tx, booking, noted }) => {
    assertThat(booking.charges_paise === chargesBefore, 'charge.changed');
    return addedCharge(tx, context, booking, { ...named, paise: amount, noted });
  });
}

interface Added extends Pick<Parameters<typeof makeCharge>[0], 'name' | 'paise' | 'offer'> {
  readonly noted: Noted;
}

/** Returns what a new charge of a locked booking writes. */
export async function addedCharge(
  tx: Tx,
  context: TenantContext,
  booking: AppointmentRow,
  { noted, ...asked }: Added,
): Promise<DecidedMoney & { readonly charges: readonly [NewCharge] }> {
  assertThat(booking.status === 'scheduled' || booking.status === 'completed', 'charge.not_owed');
  assertThat(Paise.safeParse(booking.charges_paise + asked.paise).success, 'charge.above_most');
  const { charge_list: list } = onlyRow(await run(tx, context, readChargeList({})));
  const charge = makeCharge({ ...asked, appointmentId: booking.id }, list, noted);
  const detail = { noted: charge.id, paise: charge.paise };
  return { payments: [], charges: [charge], action: 'money.charge_added', detail };
}

/**
 * Removes a charge of a booking that is on no bill or invoice. Both rows stay.
 * @throws `charge.billed`, `charge.changed` where it was removed already, `discount.exceeded` for that of a colleague
 * beyond what the caller may waive, `not_found`
 */
export async function removeCharge(
  context: TenantContext,
  { params: { id }, body }: Input<BodyOf<typeof removeContract>>,
): Promise<Appointment> {
  return changeMoney(context, id, async ({ tx, booking, noted, rules }) => {
    const { charges, billed } = await runTogether(tx, context, {
      charges: readCharges({ id }),
      billed: findLastBilled({ id }),
    });
    const charge = orNotFound(charges.find((row) => row.id === body.charge && row.paise > 0));
    assertThat(standingCharges(charges).includes(charge), 'charge.changed');
    assertThat(!isBilled(charge, billed[0]?.made_at), 'charge.billed');
    const most = mostDiscount(context, rules, booking.allowed_paise);
    assertThat(mayRemoveCharge(charge, context, most), 'discount.exceeded');
    const detail = { noted: charge.id, paise: charge.paise };
    return {
      payments: [],
      charges: [makeRemoval(charge, noted)],
      action: 'money.charge_removed',
      detail,
    };
  });
}

/** Returns whether a charge is on a bill or an invoice that credit notes have not lowered to nothing. */
export function isBilled({ added_at: at }: ChargeRow, lastBilled: Date | undefined): boolean {
  return lastBilled !== undefined && at <= lastBilled;
}
