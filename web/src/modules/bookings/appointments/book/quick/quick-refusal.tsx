import { BookingRefusal } from '../booking-refusal.tsx';
import type { QuickForm } from './use-quick-form.ts';

/** Renders why the quick form's booking was refused, and what may be booked instead. */
export function QuickRefusal({ form }: { form: QuickForm }) {
  return (
    <BookingRefusal
      form={form}
      choices={form.starts.choices}
      hint="What you typed stays here, also while you look at another page."
      onPick={(slot) => void form.bookAt({ ...slot, isNow: false })}
    />
  );
}
