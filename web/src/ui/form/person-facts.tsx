import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { formatBirth, isMinor, parseBirth, sexes } from '@samay/contract/people/age';
import { Guardian, type PersonFacts } from '@samay/contract/people/person-facts';
import { indiaDate } from '@samay/contract/core/time';
import { type ReactNode, type Ref, useRef } from 'react';
import { serverNow } from '../../lib/api/server-clock.ts';
import type { FactsValues } from '../../lib/facts-values.ts';

interface FieldsProps {
  values: FactsValues;
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (change: Partial<FactsValues>) => void;
}

interface AgeAndSexProps extends FieldsProps {
  ageRef?: Ref<HTMLInputElement>;
}

/** Renders the fields of an age, a year or a date of birth, and of a sex. */
export function AgeAndSexFields({ values, errors, ageRef, onChange }: AgeAndSexProps) {
  return (
    <>
      <TextInput
        ref={ageRef}
        label="Age"
        placeholder="34, 1992 or 14/3/1992"
        maxLength={30}
        autoComplete="off"
        value={values.age}
        error={errors['age']}
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

interface GuardianProps extends FieldsProps {
  /** Adults of the same number, proposed where the person is below 18. */
  adults: readonly string[];
  /** Whether the person is known to be below 18; a typed age counts in its place. */
  isMinor?: boolean | undefined;
}

/** Renders the field of a parent or guardian, with proposals that one press takes. */
export function GuardianField({ values, errors, adults, isMinor: isKnown, onChange }: GuardianProps) {
  const field = useRef<HTMLInputElement>(null);
  const proposed = isOfMinor(values, isKnown) && values.guardian.trim() === '' ? adults : [];

  function take(guardian: string): void {
    onChange({ guardian });
    // Focuses the field in place of the pressed button, which is removed.
    field.current?.focus();
  }

  return (
    <Stack gap={4}>
      <TextInput
        ref={field}
        label="Parent or guardian"
        maxLength={120}
        autoComplete="off"
        value={values.guardian}
        error={errors['guardian']}
        onChange={(event) => onChange({ guardian: event.currentTarget.value })}
      />
      {proposed.length > 0 && (
        <Group gap="xs" role="group" aria-label="Others with this number">
          {proposed.map((name) => (
            <Button
              key={name}
              variant="default"
              size="xs"
              mih={{ base: 44, sm: 32 }}
              maw="100%"
              onClick={() => take(name)}
            >
              {name}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

/** Returns the values of the fields for what is known. */
export function factsValues({ born, sex, guardian }: PersonFacts): FactsValues {
  return { age: born === null ? '' : formatBirth(born), sex: sex ?? '', guardian: guardian ?? '' };
}

/** Returns the error of an age that cannot be read, or undefined. */
export function ageError(age: string): string | undefined {
  return age.trim() === '' || readBirth(age) !== null ? undefined : 'An age, a year or a date, please';
}

/** Builds the part of a request body with what differs from `opened`; an emptied field is null. */
export function changedFacts(values: FactsValues, opened: FactsValues): Partial<PersonFacts> {
  const sex = sexes.find(({ value }) => value === values.sex)?.value ?? null;
  const guardian = values.guardian.trim();
  const facts: PersonFacts = { born: readBirth(values.age), sex, guardian: guardian || null };
  const isChanged: Record<keyof PersonFacts, boolean> = {
    born: values.age.trim() !== opened.age,
    sex: values.sex !== opened.sex,
    guardian: guardian !== opened.guardian,
  };
  return Object.fromEntries(Object.entries(facts).filter(([name]) => isChanged[name as keyof PersonFacts]));
}

/** Returns the validation errors of the facts that differ from `opened`. */
export function factsErrors(values: FactsValues, opened: FactsValues): Record<string, string> {
  const { guardian } = changedFacts(values, opened);
  const age = values.age === opened.age ? undefined : ageError(values.age);
  const sentence = guardian ? Guardian.safeParse(guardian).error?.issues[0]?.message : undefined;
  return {
    ...(sentence !== undefined && { guardian: sentence }),
    ...(age !== undefined && { age }),
  };
}

function isOfMinor({ age }: FactsValues, isKnown = false): boolean {
  if (age.trim() === '') return isKnown;
  const born = readBirth(age);
  return born !== null && isMinor(born, indiaDate(serverNow()));
}

function readBirth(age: string): string | null {
  return parseBirth(age, indiaDate(serverNow()));
}
