import { Button, Group, Text } from '@mantine/core';
import type { WebhookName } from '@samay/contract/reach/webhooks';
import { capitalise } from '@samay/contract/core/wording';
import { IconCheck, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { Badge } from '../../../ui/table/badge.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { sendTest } from './api.ts';

/** Sends a test message to the saved address and shows the result. It takes up to ten seconds. */
export function SendTest({ webhook, label }: { webhook: WebhookName; label: string }) {
  const test = useMutation({ mutationFn: () => sendTest(webhook) });
  const { data, error, isPending } = test;
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={isPending}
          aria-label={`Send a test: ${label}`}
          onClick={() => test.mutate()}
        >
          Send a test
        </Button>
        <div role="status">
          {isPending && (
            <Text size="sm" c="dimmed">
              Waiting for the receiver…
            </Text>
          )}
          {data?.isDelivered && <Badge tone="good" text="The receiver accepted the test" icon={IconCheck} />}
        </div>
      </Group>
      {data?.isDelivered === false && (
        <FailureNotice
          text="The test did not arrive"
          hint={`${capitalise(data.reason ?? 'the cause is not known')}.`}
        />
      )}
      {error && <FailureNotice text={errorText(error, 'The test could not be sent')} />}
    </>
  );
}
