import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../../ui/controls/links.tsx';
import { requestCount } from './api.ts';

/** Informs owners of refunds of the public page that have failed. Renders nothing while none has. */
export function RefundsNotice({ path }: { path: string }) {
  const { data } = useQuery(requestCount);
  // A server of the release before counts none.
  const failed = data?.failedRefunds ?? 0;
  if (failed === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      py={4}
      styles={{ wrapper: { alignItems: 'center' }, icon: { marginTop: 0 } }}
      icon={<IconAlertTriangle size={20} aria-hidden />}
    >
      <TextLink fz="sm" c="inherit" display="flex" mih={44} style={{ alignItems: 'center' }} to={path}>
        {failed === 1 ? 'A refund of your page has failed' : `${failed} refunds of your page have failed`}
      </TextLink>
    </Alert>
  );
}
