import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { calendarQuery } from './api.ts';
import { CalendarCard } from './calendar-card.tsx';
import { KeptConnectionNotice, ConnectionNotice } from './connection-notice.tsx';
import { getConnectionResult } from './wording.ts';

/**
 * Renders the integrations of the business, for users who may read them. `search` is the query of
 * the page, which holds the result of connecting the calendar.
 */
export function IntegrationsSection({
  search,
}: {
  search: { readonly connected?: unknown; readonly error?: unknown };
}) {
  return useSession().permissions.includes('usage.read') ? <OwnSection search={search} /> : null;
}

function OwnSection({ search }: { search: { readonly connected?: unknown; readonly error?: unknown } }) {
  const returned = getConnectionResult(search);
  return (
    <LoadedSection
      title="Integrations"
      above={returned ? <ConnectionNotice returned={returned} /> : <KeptConnectionNotice />}
      query={calendarQuery}
      failed="Failed to load your integrations"
    >
      {(connection) => <CalendarCard connection={connection} />}
    </LoadedSection>
  );
}
