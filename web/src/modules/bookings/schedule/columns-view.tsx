import type { Resource } from '@samay/contract/availability/resources';
import type { Service } from '@samay/contract/availability/services';
import type { Schedule } from '@samay/contract/bookings/schedule';
import type { LocalDate } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openingHours, resourceList, serviceList } from '../../../lib/availability.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { blocksOf, buffersOf } from './layout/blocks.ts';
import { dayColumns, weekColumns } from './layout/columns.ts';
import { TimeGrid } from './grid/time-grid.tsx';
import { closedIn, closuresIn, hoursOfSchedule, openIn, type OpenHours, shownHours } from './layout/hours.ts';
import { MoveRefusedDialog } from './move-refused-dialog.tsx';
import { chosenPlace, placesOf } from './layout/places.ts';
import { useMove } from './use-move.ts';
import { Waiting } from './waiting.tsx';
import { rangeOf } from './layout/view.ts';

interface ColumnsViewProps {
  view: 'day' | 'week';
  day: LocalDate;
  schedule: Schedule;
  /** The id of the doctor or court that is wanted, or `all`. */
  resource: string | undefined;
  /** Whether nothing can be booked, opened or moved. */
  isReadOnly: boolean;
}

const none: readonly never[] = [];

/** A day or a week in columns. A super admin reads the business's weekly hours with the schedule, and no doctors or courts. */
export function ColumnsView(props: ColumnsViewProps) {
  const { view, day, schedule, isReadOnly } = props;
  const isOwn = !isReadOnly;
  const resources = useQuery({ ...resourceList(), enabled: isOwn });
  const services = useQuery({ ...serviceList(), enabled: isOwn });
  const hours = useQuery({ ...openingHours(rangeOf(view, day)), enabled: isOwn, placeholderData: keepPreviousData });
  // Where it opens and which columns it has depend on both.
  if (isOwn && (resources.isPending || hours.isPending)) {
    return <Waiting view={view} onRetry={() => void Promise.all([resources.refetch(), hours.refetch()])} />;
  }
  return (
    <Columns
      {...props}
      resources={resources.data?.items ?? none}
      services={services.data?.items ?? none}
      hours={hours.data ?? hoursOfSchedule(schedule.openingHours)}
    />
  );
}

interface ColumnsProps extends ColumnsViewProps {
  resources: readonly Resource[];
  services: readonly Service[];
  hours: OpenHours;
}

function Columns({ view, day, schedule, resource, isReadOnly, resources, services, hours }: ColumnsProps) {
  const type = useSession().businessType ?? 'doctor';
  const moving = useMove();
  const { places, contents, shown } = useMemo(() => {
    const all = placesOf(resources);
    const chosen = chosenPlace(all, resource, view === 'week');
    const named = { places: all, chosen, none: `No ${wording[type].resource}`, bookings: schedule.bookings };
    const columns = view === 'day' ? withoutLonelyTitle(dayColumns(day, named)) : weekColumns(rangeOf('week', day), chosen);
    const blocks = blocksOf(columns, schedule, all);
    return {
      places: all,
      contents: columns.map((column, index) => ({
        column,
        blocks: blocks[index] ?? [],
        buffers: buffersOf(column, schedule),
        closed: closedIn(column, hours, all),
        closures: closuresIn(column, hours),
      })),
      shown: shownHours(
        columns.flatMap((column) => openIn(column, hours, all)),
        blocks.flat(),
      ),
    };
  }, [resources, resource, view, type, schedule, day, hours]);
  return (
    <>
      <TimeGrid
        contents={contents}
        shown={shown}
        places={places}
        services={services}
        isReadOnly={isReadOnly}
        onMove={(booking, to) => moving.move({ booking, to })}
      />
      <MoveRefusedDialog {...moving} />
    </>
  );
}

/** Where there is one doctor or court, nobody needs to be told which. */
function withoutLonelyTitle<Titled extends { title: string }>(columns: readonly Titled[]): Titled[] {
  return columns.length === 1 ? columns.map((column) => ({ ...column, title: '' })) : [...columns];
}
