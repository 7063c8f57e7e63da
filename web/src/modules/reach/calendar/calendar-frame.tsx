import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import classes from './calendar-frame.module.css';

interface CalendarFrameProps {
  calendarId: string;
  embedUrl: string;
  openUrl: string;
}

/**
 * Renders Google's calendar in a frame, with a link to it. A page cannot know whether a foreign
 * frame has loaded: people who are not signed in to Google see it empty, so a hint explains that.
 */
export function CalendarFrame({ calendarId, embedUrl, openUrl }: CalendarFrameProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [attempt, setAttempt] = useState(0);
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      <Group justify="space-between" align="center" gap="sm">
        <Text size="sm" c="dimmed" className={classes.about}>
          {`${calendarId}, as Google shows it. Empty or blocked? Sign in to Google in this browser, or open it there.`}
        </Text>
        <Button
          component="a"
          href={openUrl}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          Open in Google Calendar
        </Button>
      </Group>
      {!isLoaded && <SlowNotice key={attempt} after={8000} onRetry={() => setAttempt(attempt + 1)} />}
      <div className={classes.frame} aria-busy={!isLoaded}>
        {!isLoaded && <Skeleton className={classes.waiting} radius={0} />}
        <iframe
          key={attempt}
          title="Google Calendar"
          src={withView(embedUrl, isPhone ? 'AGENDA' : 'WEEK')}
          loading="lazy"
          // Google's page runs scripts and reads its own cookies, and may not navigate ours.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- its scripts have another origin, so they cannot reach our pages
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation"
          onLoad={() => setLoaded(true)}
        />
      </div>
    </>
  );
}

/** Sets the view: seven columns do not fit a phone, which shows a list instead. */
function withView(address: string, mode: 'AGENDA' | 'WEEK'): string {
  const url = new URL(address);
  url.searchParams.set('mode', mode);
  return url.href;
}
