import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatDate, formatInstant, formatTime } from '@samay/contract/core/time';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { PrintSheet } from '../../../ui/layout/print-sheet.tsx';

interface TokenSlipProps {
  appointment: Appointment;
  /** When they begin, as it looks now. */
  estimate?: string | undefined;
  onDone: () => void;
}

/** Prints the number of a person in the waiting room on a roll of 80 mm. */
export function TokenSlip({ appointment, estimate, onDone }: TokenSlipProps) {
  const { tenant } = useSession();
  const { token, personName, doctor, date, time, walkIn } = appointment;
  return (
    <PrintSheet title={`Token ${token}`} onDone={onDone}>
      <section data-paper="roll" style={{ textAlign: 'center' }}>
        <h1>{tenant?.name}</h1>
        <p>Token</p>
        <p style={{ fontSize: '48pt', fontWeight: 700, lineHeight: 1.1 }}>{token}</p>
        <p>{personName}</p>
        {doctor !== null && <p>{doctor}</p>}
        <p>{walkIn ? formatDate(date) : `${formatDate(date)}, booked for ${formatTime(time)}`}</p>
        {estimate !== undefined && <p>Begins about {estimate}</p>}
        <p>Printed {formatInstant(serverNow().toISOString())}</p>
      </section>
    </PrintSheet>
  );
}
