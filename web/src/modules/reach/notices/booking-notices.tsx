import { Text, Title } from '@mantine/core';
import { getBookingNotices } from '@samay/contract/reach/notices';
import { formatInstant } from '@samay/contract/core/time';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call, errorText } from '../../../lib/api/api.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { BookingReplies } from './booking-replies.tsx';
import { noticeText } from './wording.ts';
import classes from './notices-section.module.css';

/**
 * Lists the messages about a booking, what became of them and when the next reminders are due, and the
 * answers to them. Renders nothing without any.
 */
export function BookingNotices({ id }: { id: string }) {
  const titleId = useId();
  const queryKey = ['notices-of-booking', id];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getBookingNotices, { params: { id }, signal }),
  });
  const { notices = [], due = [], replies = [], optedOutAt = null } = data ?? {};
  const isEmpty = notices.length === 0 && due.length === 0 && replies.length === 0;
  if (isEmpty && optedOutAt === null && !error) return null;
  return (
    <>
      {replies.length > 0 && <BookingReplies id={id} queryKey={queryKey} replies={replies} />}
      <section aria-labelledby={titleId}>
        <Title order={3} size="sm" id={titleId}>
          Messages
        </Title>
        {error && (
          <FailureNotice
            text={errorText(error, 'Failed to load the messages')}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {optedOutAt && <Text size="sm">Wants no more since {formatInstant(optedOutAt)}.</Text>}
        <ul className={classes.list}>
          {due.map((at) => (
            <li key={at}>
              <Text size="sm">{formatInstant(at)}: leaves</Text>
            </li>
          ))}
          {notices.map((notice) => (
            <li key={notice.id}>
              <Text size="sm">
                {formatInstant(notice.at)}: {noticeText(notice)}
              </Text>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
