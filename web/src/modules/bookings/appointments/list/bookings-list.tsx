import { useTimeout } from '@mantine/hooks';
import { errorText } from '../../../../lib/api/api.ts';
import { ScrollRestoration } from '../../../../ui/layout/scroll-restoration.tsx';
import { LoadMore } from '../../../../ui/table/load-more.tsx';
import { useAppointmentActions } from '../actions/use-appointment-actions.tsx';
import { useAppointmentWording } from '../../wording.ts';
import { preloadMenu } from '../actions/menu-button.tsx';
import { AppointmentsTable } from './appointments-table.tsx';
import type { useAppointments } from './use-appointments.ts';

/** The delay before the menu's chunk is preloaded. */
const menuAfterMs = 1000;

interface BookingsListProps {
  list: ReturnType<typeof useAppointments>;
  /** Whether the list is of bookings with an amount due. */
  isOwing?: boolean;
}

/**
 * Renders the table with buttons that load more in both directions. The scroll position is kept
 * when rows appear or disappear above the viewport.
 */
export function BookingsList({ list, isOwing = false }: BookingsListProps) {
  useTimeout(preloadMenu, menuAfterMs, { autoInvoke: true });
  const { loadFailed } = useAppointmentWording();
  const { actions, dialogs } = useAppointmentActions();
  const { query, rows, fresh, beganFurtherDown } = list;
  const failed = errorText(query.error, loadFailed);
  return (
    <ScrollRestoration selector="[data-row]" always={query.isFetchingPreviousPage}>
      {query.hasPreviousPage && (
        <LoadMore
          label="Show later days"
          isInline
          automatic={beganFurtherDown}
          busy={query.isFetchingPreviousPage}
          failed={query.isFetchPreviousPageError ? failed : null}
          onLoad={() => void query.fetchPreviousPage()}
        />
      )}
      <AppointmentsTable
        rows={rows}
        actions={actions}
        fresh={fresh}
        isStale={query.isPlaceholderData}
        isOwing={isOwing}
      />
      {query.hasNextPage && (
        <LoadMore
          label="Load more"
          automatic
          busy={query.isFetchingNextPage}
          failed={query.isFetchNextPageError ? failed : null}
          onLoad={() => void query.fetchNextPage()}
        />
      )}
      {dialogs}
    </ScrollRestoration>
  );
}
