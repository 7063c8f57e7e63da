import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { PatientDetails } from '@samay/contract/people/patients';
import { correctPerson, type PersonCorrections } from '@samay/contract/people/people';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError, call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { NumberQuestionField, useOthersOfNumber } from '../../../ui/form/number-question.tsx';
import {
  AgeAndSexFields,
  changedFacts,
  factsErrors,
  factsValues,
  GuardianField,
} from '../../../ui/form/person-facts.tsx';
import type { FactsValues } from '../../../lib/facts-values.ts';
import { refreshAppointments } from '../../bookings/api.ts';
import {
  personChanges,
  personErrors,
  personValues,
  type PersonValues,
} from '../../bookings/person-values.ts';
import { onePatient } from './api.ts';
import { usePatientWording } from './wording.ts';

interface FormValues extends PersonValues, FactsValues {}

interface CorrectDialogProps {
  patient: PatientDetails;
  onClose: () => void;
  /** Called if the corrected values are another person's, to merge the two. */
  onMerge: (other: { readonly id: string; readonly name: string }) => void;
}

/** Corrects name, contact and email of a person, and of all their bookings, and the facts about them. */
export function CorrectDialog({ patient, onClose, onMerge }: CorrectDialogProps) {
  const isClinic = useSession().businessType === 'doctor';
  const { person, correctTitle, correctHint, correctFailed } = usePatientWording();
  const client = useQueryClient();
  const id = useId();
  const [opened] = useState((): FormValues => ({
    ...personValues({
      personName: patient.name,
      personEmail: patient.email,
      personContact: patient.contact,
    }),
    ...factsValues(patient),
  }));
  const form = useForm<FormValues>({
    initialValues: opened,
    validate: (values) => ({ ...personErrors(values, opened), ...factsErrors(values, opened) }),
  });
  const correct = useMutation({
    mutationFn: (body: PersonCorrections) => call(correctPerson, { params: { id: patient.id }, body }),
    onSuccess: (corrected) => {
      client.setQueryData(onePatient(corrected.id).queryKey, corrected);
      toastDone(`${person} details saved`);
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return;
      form.setErrors(formErrors(error.fields));
      focusFirstError(id);
    },
    onSettled: (changed) => void refreshAppointments(client, changed),
  });
  const question = useOthersOfNumber(patient.id, form.values, opened);
  const facts = { values: form.values, errors: form.errors, onChange: form.setValues };
  const other = correct.error instanceof ApiError ? correct.error.person : undefined;

  function handleSubmit(values: FormValues): void {
    const changes = findCorrections(values, opened);
    if (Object.keys(changes).length === 0) onClose();
    else correct.mutate({ ...changes, ...question.answer });
  }

  return (
    <FormDialog title={correctTitle} isDirty={form.isDirty()} onClose={onClose}>
      {(askToClose) => (
        <form
          id={id}
          onSubmit={form.onSubmit(handleSubmit, () => focusFirstError(id))}
          noValidate
          aria-label={correctTitle}
        >
          <Stack gap="sm">
            <TextInput
              label={`${person} Name`}
              required
              maxLength={120}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('personName')}
            />
            <TextInput
              label="Contact"
              type="tel"
              autoComplete="off"
              {...form.getInputProps('personContact')}
            />
            <NumberQuestionField question={question} />
            <TextInput
              label="Email"
              type="email"
              required={form.values.personContact.trim() === ''}
              autoComplete="off"
              {...form.getInputProps('personEmail')}
            />
            {isClinic && (
              <>
                <Group grow align="start">
                  <AgeAndSexFields {...facts} />
                </Group>
                <GuardianField {...facts} adults={listAdults(patient)} />
              </>
            )}
            {correct.isError && (
              <FailureNotice text={errorText(correct.error, correctFailed)} hint={correctHint} />
            )}
            {other && (
              <Button variant="default" onClick={() => onMerge(other)}>
                Merge with {other.name}
              </Button>
            )}
            <FormButtons
              submit={`Save ${person}`}
              waiting="Saving..."
              busy={correct.isPending || question.isPending}
              onClose={askToClose}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

/** Returns only the changed fields, in the names of the request. */
function findCorrections(values: FormValues, opened: FormValues): PersonCorrections {
  const { personName, personEmail, personContact } = personChanges(values, opened);
  return {
    ...(personName !== undefined && { name: personName }),
    ...(personEmail !== undefined && { email: personEmail }),
    ...(personContact !== undefined && { contact: personContact }),
    ...changedFacts(values, opened),
  };
}

/** Lists the others of a person's number who are not known to be below 18. */
function listAdults({ household }: PatientDetails): string[] {
  return household.filter(({ isMinor }) => !isMinor).map(({ name }) => name);
}

/** The fields of the form whose names differ from those of the request. */
const formNames: Readonly<Record<string, string>> = {
  name: 'personName',
  email: 'personEmail',
  contact: 'personContact',
  born: 'age',
};

function formErrors(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [formNames[name] ?? name, text]));
}
