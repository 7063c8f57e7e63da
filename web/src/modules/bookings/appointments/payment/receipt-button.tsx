import { Button } from '@mantine/core';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatRupees } from '@samay/contract/core/money';
import { formatInstant } from '@samay/contract/core/time';
import { capitalise } from '@samay/contract/core/wording';
import { useState } from 'react';
import { serverNow } from '../../../../lib/api/server-clock.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { toastDone, toastFailed } from '../../../../ui/feedback/toast.tsx';
import { PrintSheet } from '../../../../ui/layout/print-sheet.tsx';
import { type DetailField, detailFields } from '../detail-fields.ts';
import { useResourceNames } from '../../use-resource-names.ts';
import { absent, useAppointmentWording } from '../../wording.ts';

/** Prints or shares a receipt or a slip of the booking for its person. */
export function ReceiptButton({ appointment }: { appointment: Appointment }) {
  const [isPrinting, setPrinting] = useState(false);
  const receipt = useReceipt(appointment);
  const name = appointment.amount === null ? 'slip' : 'receipt';
  return (
    <>
      <Button variant="default" onClick={() => setPrinting(true)}>
        Print {name}
      </Button>
      <Button variant="default" onClick={() => void share(receipt, capitalise(name))}>
        Share {name}
      </Button>
      {isPrinting && (
        <PrintSheet title={appointment.reference} onDone={() => setPrinting(false)}>
          <PrintedReceipt receipt={receipt} />
        </PrintSheet>
      )}
    </>
  );
}

interface Receipt {
  readonly business: string;
  readonly title: string;
  readonly fields: readonly DetailField[];
  readonly total: string | null;
}

/** The fields left out of a receipt. The amount is its last line instead. */
const leftOut = new Set(['Email', 'Payment Amount']);

/** Returns a receipt if an amount is recorded, otherwise a slip with the date and time. */
function useReceipt(appointment: Appointment): Receipt {
  const { tenant } = useSession();
  const { booking, businessType } = useAppointmentWording();
  const { amount } = appointment;
  const named = { ...appointment, resourceName: useResourceNames()(appointment) };
  return {
    business: tenant?.name ?? '',
    title: amount === null ? `${capitalise(booking)} slip` : 'Receipt',
    fields: detailFields(named, businessType).before.filter(
      ({ label, text }) => text !== absent && !leftOut.has(label),
    ),
    total: amount === null ? null : formatRupees(amount),
  };
}

/**
 * Shares the receipt as text with another app, such as a messenger, or copies it if the browser
 * cannot share.
 */
async function share({ business, title, fields, total }: Receipt, name: string): Promise<void> {
  const lines = [
    ...fields.map(({ label, text }) => `${label}: ${text}`),
    ...(total === null ? [] : [`Amount: ${total}`]),
  ];
  const sharing: Partial<Pick<Navigator, 'share'>> = navigator;
  const text = [business, title, '', ...lines].join('\n');
  try {
    if (sharing.share) return await sharing.share({ title: `${title} · ${business}`, text });
    await navigator.clipboard.writeText(text);
    toastDone(`${name} copied`);
  } catch (error) {
    // The user closed the share dialog without a choice.
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      toastFailed(`${name} could not be shared`);
  }
}

function PrintedReceipt({ receipt: { business, title, fields, total } }: { receipt: Receipt }) {
  return (
    <>
      <h1>{business}</h1>
      <h2>{title}</h2>
      <dl>
        {fields.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {total !== null && (
          <div data-total>
            <dt>Amount</dt>
            <dd>{total}</dd>
          </div>
        )}
      </dl>
      <p>Printed {formatInstant(serverNow().toISOString())}</p>
    </>
  );
}
