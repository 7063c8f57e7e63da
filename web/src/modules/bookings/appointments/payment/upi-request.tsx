import { Skeleton, Text, TextInput } from '@mantine/core';
import { formatRupees } from '@samay/contract/core/money';
import { getUpi, upiLink } from '@samay/contract/tenancy/upi';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { call } from '../../../../lib/api/api.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import type { Booked } from '../../booked.ts';
import classes from './take-money.module.css';

const QrCode = lazy(async () => ({
  default: (await loadChunk(() => import('../../../../ui/controls/qr-code.tsx'))).QrCode,
}));

interface UpiRequestProps {
  appointment: Booked;
  /** The amount; NaN if the typed text is no amount. */
  paise: number;
  utr: string;
  onUtr: (utr: string) => void;
}

/**
 * Renders the code that a payment app scans, with the amount and the booking's reference, if the
 * business has a UPI id. The app reports nothing back: the desk sees that it was paid, presses UPI,
 * and may note the transfer's number.
 */
export function UpiRequest({ appointment: { reference }, paise, utr, onUtr }: UpiRequestProps) {
  const { tenant, permissions } = useSession();
  const { data } = useQuery({ queryKey: ['upi'], queryFn: ({ signal }) => call(getUpi, { signal }) });
  if (!data || !(paise > 0)) return null;
  if (data.upiId === null) {
    return permissions.includes('settings.write') ? (
      <Text size="sm" c="dimmed">
        With your UPI id in Settings, Business, a code to scan and pay appears here.
      </Text>
    ) : null;
  }
  const amount = formatRupees(paise);
  return (
    <div className={classes.code}>
      <Suspense fallback={<Skeleton width={200} height={200} />}>
        <QrCode
          text={upiLink({ upiId: data.upiId, name: tenant?.name ?? '', amount: paise, note: reference })}
          label={`UPI code for ${amount}`}
        />
      </Suspense>
      <Text size="sm">
        Scan to pay {amount} to {data.upiId}. Press UPI once the phone says that it is paid.
      </Text>
      <TextInput
        className={classes.note ?? ''}
        label="UTR (optional)"
        autoComplete="off"
        inputMode="numeric"
        maxLength={100}
        value={utr}
        onChange={(event) => onUtr(event.currentTarget.value)}
      />
    </div>
  );
}
