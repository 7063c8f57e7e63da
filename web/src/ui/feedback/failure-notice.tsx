import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

interface FailureNoticeProps {
  text: string;
  hint?: string;
  busy?: boolean;
  onRetry?: () => void;
}

/** Renders an error message next to the content that failed, with a button to retry. */
export function FailureNotice({ text, hint, busy = false, onRetry }: FailureNoticeProps) {
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Group justify="space-between" align="center" gap="sm">
        <div>
          <Text size="sm" fw={600}>
            {text}
          </Text>
          {hint !== undefined && <Text size="sm">{hint}</Text>}
        </div>
        {onRetry && (
          // Not `disabled` while it is busy: it would lose the focus.
          <Button
            variant="default"
            size="sm"
            {...(busy && { 'aria-disabled': true, 'data-disabled': true })}
            onClick={() => !busy && onRetry()}
          >
            Retry
          </Button>
        )}
      </Group>
    </Alert>
  );
}
