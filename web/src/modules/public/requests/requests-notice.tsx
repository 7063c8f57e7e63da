import { Alert } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../../ui/controls/links.tsx';
import { requestCount } from './api.ts';

/**
 * Informs the desk of the requests that wait on the public page. Renders nothing while none does, or
 * they cannot be counted: their page reports the error.
 */
export function RequestsNotice({ path }: { path: string }) {
  const { data } = useQuery(requestCount);
  if (!data || data.pending === 0) return null;
  return (
    <Alert
      color="gray"
      variant="light"
      role="status"
      py={4}
      styles={{ wrapper: { alignItems: 'center' }, icon: { marginTop: 0 } }}
      icon={<IconCalendarEvent size={20} aria-hidden />}
    >
      <TextLink fz="sm" c="inherit" display="flex" mih={44} style={{ alignItems: 'center' }} to={path}>
        {data.pending === 1 ? 'A request of your page waits' : `${data.pending} requests of your page wait`}
      </TextLink>
    </Alert>
  );
}
