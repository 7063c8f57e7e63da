import { Button } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatRupees } from '@samay/contract/core/money';
import { formatInstant, now } from '@samay/contract/core/time';
import { capitalise } from '@samay/contract/core/wording';
import { useState } from 'react';
import { useSession } from '../../../../lib/session/session.tsx';
import { PrintSheet } from '../../../../ui/layout/print-sheet.tsx';
import { absent, detailFields } from '../detail-fields.ts';
import { useAppointmentWording } from '../../wording.ts';

/** Prints a receipt or a slip of the booking for its person. */
export function ReceiptButton({ appointment }: { appointment: Appointment }) {
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setPrinting(true)}>
        {appointment.amount === null ? 'Print slip' : 'Print receipt'}
      </Button>
      {isPrinting && (
        <PrintSheet title={appointment.reference} onDone={() => setPrinting(false)}>
          <PrintedReceipt appointment={appointment} />
        </PrintSheet>
      )}
    </>
  );
}

/** Fields that are not printed. The amount is printed last instead. */
const leftOut = new Set(['Email', 'Payment Amount']);

/** The printed booking: a receipt if an amount is recorded, otherwise a slip with the date and time. */
function PrintedReceipt({ appointment }: { appointment: Appointment }) {
  const { tenant } = useSession();
  const { booking, businessType } = useAppointmentWording();
  const { amount } = appointment;
  const fields = detailFields(appointment, businessType).before.filter(({ label, text }) => text !== absent && !leftOut.has(label));
  return (
    <>
      <h1>{tenant?.name}</h1>
      <h2>{amount === null ? `${capitalise(booking)} slip` : 'Receipt'}</h2>
      <dl>
        {fields.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {amount !== null && (
          <div data-total>
            <dt>Amount</dt>
            <dd>{formatRupees(amount)}</dd>
          </div>
        )}
      </dl>
      <p>Printed {formatInstant(now().toISOString())}</p>
    </>
  );
}
