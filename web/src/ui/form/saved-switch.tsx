import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../lib/api/api.ts';
import { FailureNotice } from '../feedback/failure-notice.tsx';

interface SavedSwitchProps {
  label: string;
  /** The saved value. */
  checked: boolean;
  disabled: boolean;
  /** The text where saving fails without a sentence of the server. */
  failed: string;
  /** Saves a value, and puts the answer where `checked` comes from. */
  save: (checked: boolean) => Promise<void>;
}

/**
 * Renders a switch that saves itself. It shows the new value immediately and the server's again
 * after an error.
 */
export function SavedSwitch({ label, checked, disabled, failed, save }: SavedSwitchProps) {
  const change = useMutation({ mutationFn: save });
  return (
    <>
      <Switch
        label={label}
        checked={change.isPending ? change.variables : checked}
        disabled={disabled}
        onChange={(event) => {
          if (!change.isPending) change.mutate(event.currentTarget.checked);
        }}
      />
      {change.isError && <FailureNotice text={errorText(change.error, failed)} />}
    </>
  );
}
