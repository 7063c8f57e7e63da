import { AgeAndSexFields, GuardianField } from '../../../../../ui/form/person-facts.tsx';
import type { BookingValues } from '../model/booking-values.ts';
import { useAdultsOfNumber } from './use-adults-of-number.ts';

interface FactsFieldsProps {
  values: BookingValues;
  errors: Readonly<Record<string, string>>;
  /** Whether they were opened by a press: the first field is focused in place of the button. */
  isPressed: boolean;
  onChange: (change: Partial<BookingValues>) => void;
}

/** Renders the facts about the person; what is left empty stays as it is known. */
export function FactsFields({ values, errors, isPressed, onChange }: FactsFieldsProps) {
  const adults = useAdultsOfNumber(values);
  const shown = { values, errors, onChange };
  return (
    <>
      <AgeAndSexFields {...shown} {...(isPressed && { ageRef: focusField })} />
      <GuardianField {...shown} adults={adults} isMinor={values.person?.isMinor} />
    </>
  );
}

/** Focuses a field once it is there, in place of the pressed button. */
function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}
