import { Box, Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import type { Owed } from '@samay/contract/bookings/appointments';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { formatDate } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { errorText } from '../../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../../lib/query-client.ts';
import { useMayBook } from '../../../../lib/session/use-may-book.ts';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { PrimaryButton } from '../../../../ui/form/primary-button.tsx';
import {
  atDay,
  isAtToday,
  isNarrowed,
  isOfDays,
  type ListFilters,
  ofAllDays,
  shownDay,
} from '../../list-filters.ts';
import { useAppointmentWording } from '../../wording.ts';
import { QuickBooking } from '../book/quick/quick-booking.tsx';
import { RowsSkeleton } from './appointments-table.tsx';
import classes from './appointments-screen.module.css';
import { BookingsList } from './bookings-list.tsx';
import { countText, FiltersForm } from './filters-form.tsx';
import { isNearlyUsed, UsageCard, UsageSkeleton } from './usage-card.tsx';
import { useAppointments } from './use-appointments.ts';

interface AppointmentsScreenProps {
  filters: ListFilters;
  onFiltersChange: (next: ListFilters) => void;
  /** The button that prints today's list, next to the title on wide screens. */
  print?: ReactNode;
  /** Links to other pages, below the title. */
  links?: ReactNode;
}

/** Renders the list of a business's bookings with the plan's usage, search and filters. */
export function AppointmentsScreen({ filters, onFiltersChange, print, links }: AppointmentsScreenProps) {
  const [booked, setBooked] = useState<string>();
  const list = useAppointments(filters, booked);
  const { key, query, isLoading, rows, counts, countsUpTo, usage, owed } = list;
  const client = useQueryClient();
  const today = useToday();
  const refresh = () => void query.refetch();
  const isFound = filters.search !== undefined && !filters.due && !query.isPlaceholderData;

  /** Returns to today from another day, from a search or from further down the list. */
  function handleToday(): void {
    if (!isAtToday(filters, today)) return onFiltersChange(atDay(filters, today, today));
    window.scrollTo({ top: 0 });
    void client.resetQueries({ queryKey: key, exact: true });
  }

  return (
    <div className={classes.screen}>
      <Head list={list} print={print} links={links} onRefresh={refresh} />
      <QuickBooking day={shownDay(filters)} onBooked={({ id }) => setBooked(id)} />
      {usage && isNearlyUsed(usage) && <UsageCard usage={usage} />}
      <FiltersForm
        filters={filters}
        counts={counts}
        countsUpTo={countsUpTo}
        onChange={onFiltersChange}
        onToday={handleToday}
      />
      <VisuallyHidden role="status">
        {isFound && counts && <Found count={countText(counts, filters.status, countsUpTo)} />}
      </VisuallyHidden>
      {isOfDays(filters) && <DaysLine filters={filters} onFiltersChange={onFiltersChange} />}
      {owed && owed.bookings > 0 && <OwedLine owed={owed} />}
      <LoadFailure query={query} onRetry={refresh} />
      {isLoading && <RowsSkeleton onRetry={() => void cancelAndRefetch(client, key)} />}
      {query.data && !isLoading && rows.length === 0 && (
        <Empty filters={filters} onFiltersChange={onFiltersChange} />
      )}
      {rows.length > 0 && (
        <div>
          <BookingsList list={list} isOwing={filters.due !== undefined} />
        </div>
      )}
    </div>
  );
}

interface HeadProps extends Pick<AppointmentsScreenProps, 'print' | 'links'> {
  list: ReturnType<typeof useAppointments>;
  onRefresh: () => void;
}

/** Renders the title with the plan's usage, and the buttons that print, refresh and book. */
function Head({ list: { query, isLoading, usage }, print, links, onRefresh }: HeadProps) {
  const { title } = useAppointmentWording();
  return (
    <div className={classes.head}>
      <Title order={1}>{title}</Title>
      <div className={classes.usage}>
        {usage && !isNearlyUsed(usage) && <UsageCard usage={usage} />}
        {isLoading && <UsageSkeleton />}
        {links}
      </div>
      <Group gap="sm" wrap="nowrap" className={classes.buttons ?? ''}>
        <Box visibleFrom="sm">{print}</Box>
        <Button
          variant="default"
          aria-label="Refresh"
          px={{ base: 'sm', sm: 'md' }}
          loading={query.isRefetching}
          onClick={onRefresh}
        >
          <IconRefresh size={16} aria-hidden />
          <Box component="span" ms="xs" visibleFrom="sm">
            Refresh
          </Box>
        </Button>
        <NewButton />
      </Group>
    </div>
  );
}

interface LoadFailureProps extends Pick<ReturnType<typeof useAppointments>, 'query'> {
  onRetry: () => void;
}

/** Renders that the list, or a newer state of it, could not be loaded. */
function LoadFailure({ query, onRetry }: LoadFailureProps) {
  const { loadFailed } = useAppointmentWording();
  const text = errorText(query.error, loadFailed);
  return (
    <>
      {query.isRefetchError && (
        <FailureNotice
          text={text}
          hint="What you see may be out of date."
          busy={query.isRefetching}
          onRetry={onRetry}
        />
      )}
      {query.isLoadingError && <FailureNotice text={text} busy={query.isFetching} onRetry={onRetry} />}
    </>
  );
}

/** Renders the selected days and the button that shows all days again. */
function DaysLine({
  filters,
  onFiltersChange,
}: Pick<AppointmentsScreenProps, 'filters' | 'onFiltersChange'>) {
  const { businessType } = useAppointmentWording();
  const { since = '', until = '', occupies } = filters;
  const days = since === until ? formatDate(since) : `${formatDate(since)} to ${formatDate(until)}`;
  return (
    <Group gap="sm">
      <Text size="sm">
        {occupies ? `${days}, only what occupies a ${wording[businessType].resource}` : days}
      </Text>
      <Button variant="default" size="xs" onClick={() => onFiltersChange(ofAllDays(filters))}>
        Show all days
      </Button>
    </Group>
  );
}

/** Announces the number of search results to screen readers. */
function Found({ count }: { count: string }) {
  const { booking, bookings } = useAppointmentWording();
  return `${count} ${count === '1' ? booking : bookings} found`;
}

/** Renders the total of the due bookings. */
function OwedLine({ owed: { total, bookings, hasMore } }: { owed: Owed }) {
  const words = useAppointmentWording();
  const count = `${formatCount(bookings)} ${bookings === 1 ? words.booking : words.bookings}`;
  return (
    <Text role="status">
      <b>{formatRupees(total)}</b> due from {hasMore ? `the latest ${count}` : count}
    </Text>
  );
}

function NewButton() {
  const { openNewAppointment } = useActions();
  if (!useMayBook()) return null;
  return <PrimaryButton onClick={() => openNewAppointment()}>+ New Appointment</PrimaryButton>;
}

function Empty({ filters, onFiltersChange }: Pick<AppointmentsScreenProps, 'filters' | 'onFiltersChange'>) {
  const { empty, noMatch, booking, newTitle } = useAppointmentWording();
  const { openNewAppointment } = useActions();
  const mayBook = useMayBook();
  if (filters.due && !filters.search) {
    return (
      <EmptyState text="Nothing is due" hint="Everything up to today is paid in full, or has no price.">
        <Button variant="default" onClick={() => onFiltersChange({ status: 'all' })}>
          Show all
        </Button>
      </EmptyState>
    );
  }
  if (isNarrowed(filters)) {
    return (
      <EmptyState text={noMatch} hint="Try other words or another status.">
        <Button variant="default" onClick={() => onFiltersChange({ status: 'all' })}>
          Show all
        </Button>
      </EmptyState>
    );
  }
  if (!mayBook) return <EmptyState text={empty} />;
  return (
    <EmptyState
      text={empty}
      hint={`Create the first ${booking}: it appears here immediately, on every screen of your business.`}
    >
      <Button variant="default" onClick={() => openNewAppointment()}>
        {newTitle}
      </Button>
    </EmptyState>
  );
}
