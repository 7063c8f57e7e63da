import { TextInput } from '@mantine/core';
import { type Role, roleTitle } from '@samay/contract/core/roles';
import { inviteStaff, rolesToGive } from '@samay/contract/tenancy/staff';
import { wording } from '@samay/contract/core/wording';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { refreshAfterChange } from '../../../lib/live/live.ts';
import { isEmail } from '../../../lib/session/sign-in-email.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { NativeChoice } from '../../../ui/form/native-choice.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { type Question, useWhichDoctor, whichDoctor } from '../which-doctor.ts';
import { AnswerRows, type Row, useRows } from './answer-rows.tsx';
import { QuestionForm } from './question-form.tsx';
import classes from './setup-checklist.module.css';
import type { SetupStep } from './use-setup-step.ts';
import type { RowsWording } from './wording.ts';

interface InvitedRow extends Row {
  readonly email: string;
  readonly role: Role;
  readonly doctor?: string;
}

/** Asks for the staff, and invites them by email. */
export function StaffQuestion({ setup, words }: { setup: SetupStep; words: RowsWording }) {
  const id = useId();
  const client = useQueryClient();
  const roles = rolesToGive[useSession().businessType ?? 'unknown'];
  // Preselects the role with fewer rights, so that a slip does not create an owner.
  const blank = { email: '', role: roles.at(-1) ?? 'EMPLOYEE' } as const;
  const [rows, edit] = useRows<InvitedRow>(() => blank);
  const [isChecked, setChecked] = useState(false);
  const askWhichDoctor = useWhichDoctor();
  const getQuestion = ({ email, role, doctor }: InvitedRow) => askWhichDoctor({ email, role, doctor });
  const isWrong = ({ email }: InvitedRow) =>
    email.trim() === '' ? rows.every((row) => row.email.trim() === '') : !isEmail(email);
  const lacksDoctor = (row: InvitedRow) => row.email.trim() !== '' && getQuestion(row)?.value === '';
  const invite = useMutation({
    // Sends one after the other: invited members leave the form, so that a second press invites
    // nobody twice.
    async mutationFn() {
      const sent: string[] = [];
      for (const row of rows.filter(({ email }) => email.trim() !== '')) {
        const { key, email, role } = row;
        const body = { email: email.trim(), role, ...getQuestion(row)?.body };
        const { id: invited } = await call(inviteStaff, { body });
        sent.push(email.trim());
        if (rows.length > 1) edit.remove(key);
        void refreshAfterChange(client, 'staff', invited);
      }
      return sent;
    },
    onMutate: setup.hold,
    async onSuccess(sent) {
      toastDone(`Invitation sent to ${sent.join(', ')}`);
      await setup.goOn();
    },
  });

  function handleSubmit(): void {
    const areWrong = rows.some((row) => isWrong(row) || lacksDoctor(row));
    setChecked(areWrong);
    if (areWrong) focusFirstError(id);
    else invite.mutate();
  }

  return (
    <QuestionForm
      id={id}
      setup={setup}
      words={words}
      submit={rows.length === 1 ? 'Send Invitation' : 'Send Invitations'}
      isSaving={invite.isPending}
      failure={invite.isError && errorText(invite.error, 'Failed to send invitation')}
      onSubmit={handleSubmit}
    >
      <AnswerRows rows={rows} add={words.add} onAdd={() => edit.add(blank)}>
        {(row, place) => (
          <div key={row.key} className={classes.invited}>
            <TextInput
              label={rows.length === 1 ? words.label : `${words.label} ${place + 1}`}
              type="email"
              size="md"
              autoComplete="off"
              value={row.email}
              error={
                isChecked &&
                isWrong(row) &&
                (row.email.trim() === ''
                  ? 'Please enter an email address'
                  : 'Please enter a valid email address')
              }
              onChange={(event) => edit.change(row.key, { email: event.currentTarget.value })}
            />
            <NativeChoice
              label={rows.length === 1 ? 'Role' : `Role ${place + 1}`}
              data={roles.map((role) => ({ value: role, label: roleTitle[role] }))}
              value={row.role}
              onChange={(role) => edit.change(row.key, { role: role as Role })}
            />
            <DoctorChoice
              question={getQuestion(row)}
              label={rows.length === 1 ? whichDoctor : `${whichDoctor} ${place + 1}`}
              error={isChecked && lacksDoctor(row) && `Please choose a ${wording.doctor.resource}`}
              onChange={(doctor) => edit.change(row.key, { doctor })}
            />
          </div>
        )}
      </AnswerRows>
    </QuestionForm>
  );
}

interface DoctorChoiceProps {
  question: Question | undefined;
  label: string;
  error: string | false;
  onChange: (doctor: string) => void;
}

/** Renders the choice of the doctor who an invited person is, where it is asked. */
function DoctorChoice({ question, label, error, onChange }: DoctorChoiceProps) {
  if (!question) return null;
  const unset = question.value === '' ? [{ value: '', label: whichDoctor }] : [];
  return (
    <NativeChoice
      label={label}
      data={[...unset, ...question.options]}
      value={question.value}
      error={error}
      onChange={onChange}
    />
  );
}
