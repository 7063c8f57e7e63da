import { Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { businessProfile } from './api.ts';
import { BusinessProfileForm } from './business-profile-form.tsx';
import { profileFailed } from './wording.ts';

/** Renders the answers of onboarding, which owners can change later on Settings. */
export function BusinessProfileSection() {
  const isOwner = useSession().permissions.includes('settings.write');
  return isOwner ? <OwnSection /> : null;
}

function OwnSection() {
  const { data, error, isFetching } = useQuery(businessProfile());
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, businessProfile().queryKey);
  return (
    <SectionCard title="Business profile">
      {data && <BusinessProfileForm profile={data} />}
      {!data && error && (
        <FailureNotice text={errorText(error, profileFailed)} busy={isFetching} onRetry={retry} />
      )}
      {!data && !error && (
        <Stack gap="sm" role="group" aria-busy aria-label="Loading">
          <SlowNotice onRetry={retry} />
          <Skeleton height={36} radius="md" />
          <Skeleton height={120} radius="md" />
          <Skeleton height={36} radius="md" />
        </Stack>
      )}
    </SectionCard>
  );
}
