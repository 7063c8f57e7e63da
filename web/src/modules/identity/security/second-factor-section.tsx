import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { SecondFactor } from '@samay/contract/identity/second-factor';
import { formatInstant } from '@samay/contract/core/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { useAuth } from '../../../lib/session/session.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { factorQuery } from './api.ts';
import { EnrolmentForm } from './enrolment-form.tsx';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';
import { twoStep } from './wording.ts';

type Action = 'enrol' | 'remove' | 'renew';

/** Shows the state of two-step verification, with the dialogs that change it. */
export function SecondFactorSection() {
  const factor = useQuery(factorQuery);
  const [action, setAction] = useState<Action | null>(null);
  const { recheck } = useAuth();
  const client = useQueryClient();
  const handleClose = () => {
    setAction(null);
    void client.invalidateQueries({ queryKey: factorQuery.queryKey });
    void client.invalidateQueries({ queryKey: ['sessions'] });
    void recheck();
  };

  return (
    <SectionCard
      title={twoStep}
      hint={
        'Signing in asks for your password and a code from an app on your phone. ' +
        'Somebody who knows only your password cannot sign in.'
      }
    >
      {factor.isPending && <Skeleton height={36} role="group" aria-busy aria-label="Loading" />}
      {factor.isError && (
        <FailureNotice
          text={errorText(factor.error, 'Failed to load two-step verification')}
          busy={factor.isFetching}
          onRetry={() => void factor.refetch()}
        />
      )}
      {factor.data && <State factor={factor.data} onAction={setAction} />}
      {action === 'enrol' && (
        <Dialog opened onClose={handleClose} title={`Turn on ${twoStep.toLowerCase()}`} size="md">
          <EnrolmentForm onDone={handleClose} />
        </Dialog>
      )}
      {action === 'remove' && (
        <RemoveFactorDialog isRequired={factor.data?.isRequired ?? false} onClose={handleClose} />
      )}
      {action === 'renew' && <RenewCodesDialog onClose={handleClose} />}
    </SectionCard>
  );
}

function State({
  factor: { since, recoveryCodesLeft, isRequired },
  onAction,
}: {
  factor: SecondFactor;
  onAction: (action: Action) => void;
}) {
  if (!since) {
    return (
      <Group justify="space-between">
        <Badge tone="quiet" text="Off" />
        <Button onClick={() => onAction('enrol')}>Turn on</Button>
      </Group>
    );
  }
  return (
    <>
      <Group gap="sm">
        <Badge tone="good" text="On" />
        <Text size="sm">Since {formatInstant(since)}</Text>
      </Group>
      <Text size="sm" role={recoveryCodesLeft < 3 ? 'status' : undefined}>
        {recoveryCodesLeft} of 10 recovery codes left.{recoveryCodesLeft < 3 && ' Please create new codes.'}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => onAction('renew')}>
          New recovery codes
        </Button>
        <Button variant="default" color="red" onClick={() => onAction('remove')}>
          {isRequired ? 'Move to another phone' : 'Turn off'}
        </Button>
      </Group>
    </>
  );
}
