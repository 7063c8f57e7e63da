import { Stack, TextInput } from '@mantine/core';
import type { WebhookName } from '@samay/contract/reach/webhooks';
import { SendTest } from './send-test.tsx';

interface AddressFieldProps {
  webhook: WebhookName;
  label: string;
  holds: string;
  value: string;
  /** The saved address; empty if there is none. */
  saved: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** Renders one webhook address, with a test message once it is saved. */
export function AddressField({
  webhook,
  label,
  holds,
  value,
  saved,
  error,
  disabled,
  onChange,
}: AddressFieldProps) {
  return (
    <Stack gap="xs">
      <TextInput
        type="url"
        size="md"
        label={label}
        description={holds}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        maxLength={2048}
        value={value}
        error={error}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {saved !== '' && value.trim() === saved && <SendTest key={saved} webhook={webhook} label={label} />}
    </Stack>
  );
}
