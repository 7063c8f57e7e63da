import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatInstant } from '@samay/contract/core/time';
import type { BusinessDetails } from '@samay/contract/tenancy/business-details';
import { capitalise } from '@samay/contract/core/wording';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../../../lib/api/server-clock.ts';
import { businessDetailsQuery } from '../../../../lib/business-details.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { shareText } from '../../../../ui/feedback/share-text.ts';
import { PrintSheet } from '../../../../ui/layout/print-sheet.tsx';
import { type DetailField, detailFields } from '../detail-fields.ts';
import { useResourceNames } from '../../use-resource-names.ts';
import { absent, useAppointmentWording } from '../../wording.ts';
import { TokenSlip } from '../token-slip.tsx';

/**
 * Returns the actions that print or share a slip of the booking for its person, with its day, its
 * time and the place, and the sheet while it is printed.
 */
export function useSlip(appointment: Appointment) {
  const [printed, setPrinted] = useState<'slip' | 'token'>();
  const slip = useSlipContent(appointment);
  return {
    offers: [
      { key: 'printSlip', name: 'Print slip', run: () => setPrinted('slip') },
      ...(appointment.token === undefined
        ? []
        : [{ key: 'printToken', name: 'Print token', run: () => setPrinted('token') } as const]),
      { key: 'shareSlip', name: 'Share slip', run: () => void share(slip) },
    ] as const,
    sheet:
      printed === 'token' ? (
        <TokenSlip appointment={appointment} onDone={() => setPrinted(undefined)} />
      ) : (
        printed && (
          <PrintSheet title={appointment.reference} onDone={() => setPrinted(undefined)}>
            <PrintedSlip slip={slip} />
          </PrintSheet>
        )
      ),
  };
}

interface Slip {
  readonly business: string;
  readonly title: string;
  readonly fields: readonly DetailField[];
  /** Undefined until they are loaded: a slip without the address is better than none. */
  readonly details: BusinessDetails | undefined;
}

/** The fields left out of a slip: a paper with a number says what was paid. */
const leftOut = new Set(['Email', 'Payment Amount', 'Payment Method', 'Payment ID']);

function useSlipContent(appointment: Appointment): Slip {
  const { data: details } = useQuery(businessDetailsQuery);
  const { tenant } = useSession();
  const { booking, businessType } = useAppointmentWording();
  const named = { ...appointment, resourceName: useResourceNames()(appointment) };
  return {
    business: tenant?.name ?? '',
    title: `${capitalise(booking)} slip`,
    fields: detailFields(named, businessType).before.filter(
      ({ label, text }) => text !== absent && !leftOut.has(label),
    ),
    details,
  };
}

function share({ business, title, fields, details }: Slip): Promise<void> {
  return shareText({
    title: `${title} · ${business}`,
    lines: [
      business,
      title,
      '',
      ...fields.map(({ label, text }) => `${label}: ${text}`),
      ...[details?.address, details?.telephone, details?.mapLink].flatMap((line) => line ?? []),
    ],
    copied: 'Slip copied',
    failed: 'Slip could not be shared',
  });
}

function PrintedSlip({ slip: { business, title, fields, details } }: { slip: Slip }) {
  const head = [details?.address, details?.telephone].flatMap((line) => line ?? []);
  return (
    <>
      <h1>{business}</h1>
      {head.map((line) => (
        <p key={line} style={{ whiteSpace: 'pre-line' }}>
          {line}
        </p>
      ))}
      <h2>{title}</h2>
      <dl>
        {fields.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>Printed {formatInstant(serverNow().toISOString())}</p>
    </>
  );
}
