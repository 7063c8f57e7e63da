import { Text } from '@mantine/core';
import { removeSecondFactor } from '@samay/contract/identity/second-factor';
import { call } from '../../../lib/api/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { CodeForm } from './code-form.tsx';
import { twoStep } from './wording.ts';

interface RemoveFactorDialogProps {
  /** Whether this account must have a second factor, and has to enrol again immediately. */
  isRequired: boolean;
  onClose: () => void;
}

/** Removes the second factor if a code is given. */
export function RemoveFactorDialog({ isRequired, onClose }: RemoveFactorDialogProps) {
  const title = `Turn off ${twoStep.toLowerCase()}?`;
  const after = isRequired
    ? 'Your account needs it: you set it up again on the next page.'
    : 'Your password alone will be enough again.';
  const handleDone = () => {
    toastDone(`${twoStep} is off`);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={title} size="md">
      <Text size="sm" mb="md">
        {after} Your recovery codes stop working. To continue, confirm that it is you.
      </Text>
      <CodeForm
        label={title}
        takesRecovery
        onProof={(body) => call(removeSecondFactor, { body })}
        onDone={handleDone}
      >
        {(busy) => <FormButtons submit="Turn off" waiting="Turning off..." busy={busy} onClose={onClose} />}
      </CodeForm>
    </Dialog>
  );
}
