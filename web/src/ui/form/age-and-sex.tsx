import { NativeSelect, TextInput } from '@mantine/core';
import { type AgeAndSex, formatBirth, parseBirth, sexes } from '@samay/contract/bookings/age';
import { indiaDate } from '@samay/contract/core/time';
import { serverNow } from '../../lib/api/server-clock.ts';

/** The values of the two fields: the age as typed, and '' for no sex. */
export interface AgeAndSexValues {
  age: string;
  sex: string;
}

interface AgeAndSexProps {
  values: AgeAndSexValues;
  error: React.ReactNode;
  ageRef?: React.Ref<HTMLInputElement>;
  onChange: (change: Partial<AgeAndSexValues>) => void;
}

/** Renders the fields of an age, a year or a date of birth, and of a sex. */
export function AgeAndSexFields({ values, error, ageRef, onChange }: AgeAndSexProps) {
  return (
    <>
      <TextInput
        ref={ageRef}
        label="Age"
        placeholder="34, 1992 or 14/3/1992"
        maxLength={10}
        autoComplete="off"
        value={values.age}
        error={error}
        onChange={(event) => onChange({ age: event.currentTarget.value })}
      />
      <NativeSelect
        label="Sex"
        value={values.sex}
        data={[
          { value: '', label: 'Not noted' },
          ...sexes.map(({ value, name: label }) => ({ value, label })),
        ]}
        onChange={(event) => onChange({ sex: event.currentTarget.value })}
      />
    </>
  );
}

/** Returns the values of the fields for what is known. */
export function ageAndSexValues({ born, sex }: AgeAndSex): AgeAndSexValues {
  return { age: born === null ? '' : formatBirth(born), sex: sex ?? '' };
}

/** Returns the error of an age that cannot be read, or undefined. */
export function ageError(age: string): string | undefined {
  return age.trim() === '' || readBirth(age) !== null ? undefined : 'An age, a year or a date, please';
}

/** Builds the part of a request body with what differs from `opened`; an emptied field is null. */
export function changedAgeAndSex(values: AgeAndSexValues, opened: AgeAndSexValues): Partial<AgeAndSex> {
  const sex = sexes.find(({ value }) => value === values.sex)?.value ?? null;
  return {
    ...(values.age.trim() !== opened.age && { born: readBirth(values.age) }),
    ...(values.sex !== opened.sex && { sex }),
  };
}

function readBirth(age: string): string | null {
  return parseBirth(age, indiaDate(serverNow()));
}
