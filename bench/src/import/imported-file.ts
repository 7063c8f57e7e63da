import { addDays, indiaDate, now } from '@samay/contract/core/time';

/** The visits of each person of a file. */
const visitsEach = 4;

/** Writes a CSV file of past visits over three years, as another product exports them. */
export function writeFileOfVisits(rows: number): Blob {
  const today = indiaDate(now());
  const lines = ['Patient Name,Mobile Number,Date,Time,Doctor,Treatment,Amount Paid,Mode of Payment'];
  for (let row = 0; row < rows; row += 1) {
    const person = Math.floor(row / visitsEach);
    const mobile = 6_000_000_000 + ((person * 7_919) % 3_999_999_999);
    const date = addDays(today, -1 - (row % 1_095));
    const time = `${String(9 + (row % 9)).padStart(2, '0')}:${row % 2 === 0 ? '00' : '30'}`;
    lines.push(
      `Person ${person},${mobile},${date},${time},Dr. Moved,Consultation,${300 + (row % 5) * 100},UPI`,
    );
  }
  return new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' });
}
