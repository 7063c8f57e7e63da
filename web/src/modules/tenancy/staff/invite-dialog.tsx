import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Role, roleTitle } from '@samay/contract/core/roles';
import { wording } from '@samay/contract/core/wording';
import { EmailAddress } from '@samay/contract/core/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { Dialog, inDialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { ChoiceSelect } from '../../../ui/form/choice-select.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { focusFirstError } from '../../../ui/form/form-errors.ts';
import { refreshStaff } from './api.ts';
import { type Question, useWhichDoctor, whichDoctor } from '../which-doctor.ts';
import { useStaffSource } from './staff-source.tsx';
import { changeFailed, staffWording } from './wording.ts';

interface InviteDialogProps {
  roles: readonly Role[];
  onClose: () => void;
  onSent: (email: string) => void;
}

/** Renders the dialog that invites a new member. */
export function InviteDialog({ roles, onClose, onSent }: InviteDialogProps) {
  function handleSent(email: string): void {
    onSent(email);
    onClose();
  }
  return (
    <Dialog opened onClose={onClose} title={staffWording.invite} size="md">
      <InviteForm roles={roles} onSent={handleSent} onCancel={onClose} />
    </Dialog>
  );
}

interface Invited {
  readonly email: string;
  readonly role: Role;
  /** The chosen doctor; undefined until one is chosen. */
  readonly practitionerId: string | undefined;
}

interface InviteFormProps {
  roles: readonly Role[];
  onSent: (email: string) => void;
  onCancel: () => void;
}

/** Renders the form of an invitation. The typed values survive every failure. */
function InviteForm({ roles, onSent, onCancel }: InviteFormProps) {
  const source = useStaffSource();
  const { tenant } = useSession();
  const hasTenant = tenant !== null || source.tenantId !== undefined;
  const client = useQueryClient();
  const id = useId();
  const askWhichDoctor = useWhichDoctor();
  const form = useForm<Invited>({
    // Preselects the role with fewer rights, so that a slip does not create an owner.
    initialValues: { email: '', role: roles.at(-1) ?? 'EMPLOYEE', practitionerId: undefined },
    validate: {
      email: emailError,
      practitionerId: (_, values) =>
        getQuestion(values)?.value === '' ? `Please choose a ${wording.doctor.resource}` : null,
    },
  });
  // Asks in the user's own business: a super admin does not read its doctors here.
  function getQuestion({ email, role, practitionerId: doctor }: Invited): Question | undefined {
    return source.tenantId === undefined ? askWhichDoctor({ email, role, doctor }) : undefined;
  }
  const question = getQuestion(form.values);
  const invite = useMutation({
    mutationFn: source.invite,
    onSuccess: ({ id: invited }, { email }) => {
      void refreshStaff(client, invited);
      onSent(email);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return;
      form.setErrors(error.fields);
      focusFirstError(id);
    },
  });
  const handleSubmit = form.onSubmit(
    (values) => {
      const { email, role } = values;
      if (hasTenant && !invite.isPending)
        invite.mutate({ email: email.trim(), role, ...getQuestion(values)?.body });
    },
    () => focusFirstError(id),
  );
  const failed = hasTenant
    ? invite.isError && changeFailed(invite.error, staffWording.sendFailed)
    : staffWording.noTenant;

  return (
    <form id={id} onSubmit={handleSubmit} noValidate aria-label={staffWording.invite}>
      <Stack gap="md">
        <TextInput
          label="Email Address"
          type="email"
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <ChoiceSelect
          label="Role"
          data={roles.map((role) => ({ value: role, label: roleTitle[role] }))}
          comboboxProps={inDialog}
          {...form.getInputProps('role')}
        />
        {question && (
          <ChoiceSelect
            label={whichDoctor}
            required
            placeholder="Please choose"
            data={question.options}
            comboboxProps={inDialog}
            {...form.getInputProps('practitionerId')}
            value={question.value === '' ? null : question.value}
          />
        )}
        {failed && <FailureNotice text={failed} />}
        <FormButtons
          submit="Send Invitation"
          waiting="Sending..."
          busy={invite.isPending}
          onClose={onCancel}
        />
      </Stack>
    </form>
  );
}

function emailError(email: string): string | null {
  if (email.trim() === '') return 'Please enter an email address';
  return EmailAddress.safeParse(email).success ? null : 'Please enter a valid email address';
}
