import { Text } from '@mantine/core';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { proveFactor } from './api.ts';
import { CodeForm } from './code-form.tsx';

interface StepUpDialogProps {
  onProven: () => void;
  onClose: () => void;
}

/** Asks for a code before a sensitive request. The request is sent afterwards. */
export function StepUpDialog({ onProven, onClose }: StepUpDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Please confirm that it is you" size="md">
      <Text size="sm" mb="md">
        Enter a code from your authenticator app to continue.
      </Text>
      <CodeForm label="Confirm with a code" takesRecovery onProof={proveFactor} onDone={onProven}>
        {(busy) => <FormButtons submit="Confirm" waiting="Confirming..." busy={busy} onClose={onClose} />}
      </CodeForm>
    </Dialog>
  );
}
