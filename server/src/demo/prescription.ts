import { type LocalDate, formatDate } from '@samay/contract/core/time';
import type { DemoBooking } from './booking.ts';
import type { SeededRandom } from './seeded-random.ts';
import { toPdf } from './pdf.ts';
import { drawnPrescription } from './picture.ts';

/** The file of a completed appointment, with the name that an upload would get. */
export interface DemoPrescription {
  readonly id: string;
  readonly appointmentId: string;
  readonly displayName: string;
  readonly mediaType: 'application/pdf' | 'image/png';
  readonly content: Buffer;
  readonly createdAt: Date;
}

const remedies = [
  ['Tab. Paracetamol 650 mg', '1 - 0 - 1 after food, 3 days'],
  ['Tab. Cetirizine 10 mg', '0 - 0 - 1 at night, 5 days'],
  ['Cap. Omeprazole 20 mg', '1 - 0 - 0 before breakfast, 14 days'],
  ['Syr. Ambroxol 5 ml', '1 - 1 - 1, 5 days'],
  ['ORS sachet', 'one in a litre of water, as needed'],
  ['Tab. Metformin 500 mg', '1 - 0 - 1 with meals, 30 days'],
  ['Vitamin D3 60,000 IU', 'once a week, 8 weeks'],
] as const;
const count = 6;

/** Generates prescriptions for the latest completed appointments: PDFs, and one picture. */
export function generatePrescriptions(
  random: SeededRandom,
  bookings: readonly DemoBooking[],
  clinic: string,
): DemoPrescription[] {
  const completed = bookings.filter(({ status }) => status === 'completed').slice(-count);
  return completed.map((booking, index) => {
    const isPhoto = index === 0;
    const lines = random
      .sample(remedies, random.between(2, 3))
      .flatMap(([remedy, dose], place) => [`${place + 1}. ${remedy}`, `    ${dose}`]);
    return {
      id: random.uuid(),
      appointmentId: booking.id,
      displayName: `prescription_${booking.id}_${booking.updatedAt.getTime()}.${isPhoto ? 'png' : 'pdf'}`,
      mediaType: isPhoto ? 'image/png' : 'application/pdf',
      content: isPhoto
        ? drawnPrescription(random)
        : toPdf([...letterhead(clinic, booking), ...lines, '', 'Review after one week.']),
      createdAt: booking.updatedAt,
    };
  });
}

function letterhead(
  clinic: string,
  { booker, doctor, date }: { booker: { name: string }; doctor: string | null; date: LocalDate },
): string[] {
  return [clinic, doctor ?? '', '', `Patient: ${booker.name}`, `Date: ${formatDate(date)}`, '', 'Rx', ''];
}
