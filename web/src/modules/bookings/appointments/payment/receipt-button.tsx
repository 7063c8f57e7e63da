import { Button } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { useState } from 'react';
import { PrintSheet } from '../../../../ui/layout/print-sheet.tsx';
import { ReceiptPaper } from './receipt-paper.tsx';

/** Prints what is known of a booking, for its person to take along. */
export function ReceiptButton({ appointment }: { appointment: Appointment }) {
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setPrinting(true)}>
        {appointment.amount === null ? 'Print slip' : 'Print receipt'}
      </Button>
      {isPrinting && (
        <PrintSheet title={appointment.reference} onDone={() => setPrinting(false)}>
          <ReceiptPaper appointment={appointment} />
        </PrintSheet>
      )}
    </>
  );
}
