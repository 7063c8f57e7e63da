import type { Resource } from '@samay/contract/availability/resources';
import type { Service } from '@samay/contract/availability/services';
import type { Schedule } from '@samay/contract/desk/schedule';
import type { BusinessType } from '@samay/contract/core/roles';
import type { LocalDate } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { useMemo } from 'react';
import { MoveRefusedDialog } from '../../bookings/taken-notice.tsx';
import { noDoctorYet } from '../../bookings/wording.ts';
import { layOutBlocks, findBuffers } from './layout/blocks.ts';
import { dayColumns, weekColumns } from './layout/columns.ts';
import { TimeGrid } from './grid/time-grid.tsx';
import { closedIn, closuresIn, hoursOfSchedule, openIn, type OpenHours, shownHours } from './layout/hours.ts';
import { choosable, chosenPlace, type Place, getPlaces } from './layout/places.ts';
import { useMove } from './use-move.ts';
import { useOffered, useType } from './use-offered.ts';
import { Waiting } from './waiting.tsx';
import { shownRange } from './layout/view.ts';

interface ColumnsViewProps {
  view: 'day' | 'week';
  day: LocalDate;
  schedule: Schedule;
  /** The id of the selected doctor or court, or `all`. */
  resource: string | undefined;
  /** The id of the business that a super admin reads: nothing can be booked, opened or moved. */
  of: string | undefined;
}

const none: readonly never[] = [];

/** Renders a day or a week in columns. */
export function ColumnsView(props: ColumnsViewProps) {
  const { view, day, schedule, of } = props;
  const { resources, services, hours, isPending, retry } = useOffered(of, shownRange(view, day));
  if (isPending) return <Waiting view={view} onRetry={retry} />;
  return (
    <Columns
      {...props}
      resources={resources ?? none}
      services={services ?? none}
      hours={hours ?? hoursOfSchedule(schedule.openingHours)}
    />
  );
}

interface ColumnsProps extends ColumnsViewProps {
  resources: readonly Resource[];
  services: readonly Service[];
  hours: OpenHours;
}

function Columns({ view, day, schedule, resource, of, resources, services, hours }: ColumnsProps) {
  const type = useType(resources);
  const moving = useMove();
  const { refused } = moving;
  const { places, contents, shown } = useMemo(() => {
    const all = getPlaces(resources);
    const chosen = chosenPlace(all, resource, view === 'week');
    const named = { places: all, chosen, none: noneTitle(type, all), bookings: schedule.bookings };
    const columns =
      view === 'day'
        ? withoutLonelyTitle(dayColumns(day, named))
        : weekColumns(shownRange('week', day), chosen);
    const blocks = layOutBlocks(columns, schedule, all);
    return {
      places: all,
      contents: columns.map((column, index) => ({
        column,
        blocks: blocks[index] ?? [],
        buffers: findBuffers(column, schedule),
        closed: closedIn(column, hours, all),
        closures: closuresIn(column, hours, all),
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
        isReadOnly={of !== undefined}
        onMove={(booking, to) => moving.move({ booking, to })}
      />
      {refused && (
        <MoveRefusedDialog
          refused={refused}
          busy={moving.isPending}
          onMove={(other) => moving.move({ booking: refused.booking, to: { ...refused.to, ...other } })}
          onClose={moving.leave}
        />
      )}
    </>
  );
}

/** Names the column of bookings of none. A clinic's wait for a doctor where two or more may take them. */
function noneTitle(type: BusinessType, places: readonly Place[]): string {
  const isAwaited = type === 'doctor' && choosable(places).length > 1;
  return isAwaited ? noDoctorYet : `No ${wording[type].resource}`;
}

/** Removes the title of a single column: with one doctor or court it adds nothing. */
function withoutLonelyTitle<Titled extends { title: string }>(columns: readonly Titled[]): Titled[] {
  return columns.length === 1 ? columns.map((column) => ({ ...column, title: '' })) : [...columns];
}
