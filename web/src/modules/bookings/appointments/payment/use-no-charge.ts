import { setDiscount } from '@samay/contract/bookings/money';
import { useCallback } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import type { Booked } from '../../booked.ts';
import { useMoneyChange } from './use-money-change.ts';

/** Returns a function that waives the amount due of a booking's follow-up. It can be undone. */
export function useNoCharge(): (appointment: Booked) => Promise<void> {
  const change = useMoneyChange();
  return useCallback(
    async (appointment) => {
      const { id, personName, discount: before } = appointment;
      const due = appointment.due ?? 0;
      // Charges are not waived with the price.
      const all = Math.min(appointment.price ?? 0, before + due);
      const waive = (from: number, discount: number, reason: string) =>
        change(appointment, {
          guess: { discount, due: due - (discount - before) },
          send: () => call(setDiscount, { params: { id }, body: { discount, reason, discountBefore: from } }),
          failed: 'Failed to save discount',
        });
      if (!(await waive(before, all, 'Follow-up'))) return;
      toastDone(`No charge for ${personName}`, () => void waive(all, before, 'Pressed by mistake'));
    },
    [change],
  );
}
