import { Button, Skeleton, Text } from '@mantine/core';
import { getAccountDeletion } from '@samay/contract/identity/account';
import { rolesToGive } from '@samay/contract/tenancy/staff';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { TextLink } from '../../../ui/controls/links.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/**
 * Renders the deletion of one's own account on the account page. Users who may not delete theirs
 * see the reason first.
 */
export function DeleteAccountSection() {
  const { data, error, isFetching, refetch } = useQuery(accountDeletion());
  const [isAsking, setAsking] = useState(false);
  const mayGiveOwner = rolesToGive[useSession().businessType ?? 'unknown'].includes('BUSINESS_OWNER');
  if (data?.refused === 'admin') return null;
  return (
    <SectionCard title="Delete account" hint="Your account is hidden immediately and erased after 30 days.">
      {error && !data && (
        <FailureNotice
          text={errorText(error, 'Failed to load your account')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={36} width={160} radius="md" />}
      {data?.refused === 'owner' && (
        <Text size="sm">
          You are the only owner of a business that has other staff.{' '}
          {mayGiveOwner
            ? 'Make somebody else an owner, or remove the other staff first.'
            : 'Remove the other staff first.'}
        </Text>
      )}
      {data?.refused === null && data.withBusiness && <ExportFirst />}
      {data?.refused === null && (
        <div>
          <Button variant="default" color="red" onClick={() => setAsking(true)}>
            Delete my account
          </Button>
        </div>
      )}
      {isAsking && data && <DeleteAccountDialog {...data} onClose={() => setAsking(false)} />}
    </SectionCard>
  );
}

/** Reminds an owner of the papers that the law wants kept: they are erased with the business. */
function ExportFirst() {
  const { businessType } = useSession();
  return (
    <Text size="sm">
      The business is deleted too. Export your invoices first:{' '}
      <TextLink to={businessType === 'turf' ? '/turf-dashboard/papers' : '/dashboard/papers'} inherit>
        Receipts and invoices
      </TextLink>
      .
    </Text>
  );
}

/**
 * Returns the query of the conditions for deleting the user's own account. It is not cached,
 * because they depend on the other staff.
 */
function accountDeletion() {
  return queryOptions({
    queryKey: ['account', 'deletion'],
    queryFn: ({ signal }) => call(getAccountDeletion, { signal }),
    gcTime: 0,
  });
}
