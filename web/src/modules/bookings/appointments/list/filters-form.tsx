import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Counts } from '@samay/contract/bookings/appointments';
import { type StatusFilter, statusName } from '@samay/contract/bookings/statuses';
import { formatCount } from '@samay/contract/core/money';
import { addDays } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { IconCalendarDown, IconChevronLeft, IconChevronRight, IconCurrencyRupee } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { resourceList } from '../../../../lib/availability.ts';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { NativeChoice } from '../../../../ui/form/native-choice.tsx';
import { SearchInput } from '../../../../ui/form/search-input.tsx';
import { Pill, Pills } from '../../../../ui/table/pills.tsx';
import {
  atDay,
  isAtToday,
  type ListFilters,
  ofResource,
  opened,
  searchingFor,
  toggledDue,
} from '../../list-filters.ts';
import { resourceChoices } from '../../resource-choices.ts';
import { useAppointmentWording } from '../../wording.ts';
import { ColumnsButton } from './columns-button.tsx';
import classes from './filters-form.module.css';

/**
 * Lists the filters in the order of the buttons, from the names and not from the schema, so that
 * the list loads without zod.
 */
const statusFilters = ['all', ...Object.keys(statusName)] as StatusFilter[];

interface FiltersFormProps {
  filters: ListFilters;
  counts: Counts | undefined;
  /** The highest exact count; a count that reaches it may be of more. */
  countsUpTo: number | undefined;
  onChange: (next: ListFilters) => void;
  onToday: () => void;
}

/**
 * Renders search, day, doctor or court, and status. The filters are kept in the address and applied
 * by the server.
 */
export function FiltersForm({ filters, counts, countsUpTo = Infinity, onChange, onToday }: FiltersFormProps) {
  const { bookings, searchPlaceholder } = useAppointmentWording();
  return (
    <div role="search" className={classes.filters}>
      <SearchInput
        label={`Search ${bookings}`}
        placeholder={searchPlaceholder}
        value={filters.search ?? ''}
        onSearch={(words) => onChange(searchingFor(filters, words))}
      />
      <DayButtons filters={filters} onChange={onChange} onToday={onToday} />
      <ResourceFilter filters={filters} onChange={onChange} />
      <div className={classes.statuses}>
        <StatusChoice
          value={filters.status}
          getCount={(value) => counts && countText(counts, value, countsUpTo)}
          onChange={(status) => onChange({ ...filters, status })}
        />
        <Pill
          isAlone
          isPressed={filters.due === 'yes'}
          title="Up to today, not paid in full"
          onClick={() => onChange(toggledDue(filters))}
        >
          <IconCurrencyRupee size={16} aria-hidden />
          Due
        </Pill>
      </div>
      <ColumnsButton />
    </div>
  );
}

interface StatusChoiceProps {
  value: StatusFilter;
  getCount: (value: StatusFilter) => string | undefined;
  onChange: (value: StatusFilter) => void;
}

/**
 * Renders the statuses with their counts; on a phone, whose line has no room for all of them, as a
 * select that shows the whole name of the chosen one.
 */
function StatusChoice({ value, getCount, onChange }: StatusChoiceProps) {
  const isPhone = useMediaQuery('(max-width: 40em)') ?? false;
  const nameOf = (each: StatusFilter) => (each === 'all' ? 'All' : statusName[each]);
  if (isPhone)
    return (
      <NativeChoice
        label="Status"
        data={statusFilters.map((each) => ({
          value: each,
          label: each === value ? nameOf(each) : [nameOf(each), getCount(each)].filter(Boolean).join(' '),
        }))}
        value={value}
        onChange={(chosen) => onChange(statusFilters.find((each) => each === chosen) ?? 'all')}
      />
    );
  return (
    <Pills
      label="Status"
      options={statusFilters.map((each) => {
        const count = getCount(each);
        return {
          value: each,
          name: nameOf(each),
          after: count !== undefined && <span className={classes.count}>{count}</span>,
        };
      })}
      value={value}
      onChange={onChange}
    />
  );
}

/** Formats a filter's count, with `+` if it may be more. *All* leaves out cancelled bookings. */
export function countText(counts: Counts, value: StatusFilter, upTo = Infinity): string {
  const parts = value === 'all' ? (['scheduled', 'completed', 'no_show'] as const) : [value];
  return `${formatCount(counts[value])}${parts.some((part) => counts[part] >= upTo) ? '+' : ''}`;
}

/**
 * Renders the buttons for the previous day, today and the next day. A search covers all days: from
 * there they lead to the days around today.
 */
function DayButtons({
  filters,
  onChange,
  onToday,
}: Pick<FiltersFormProps, 'filters' | 'onChange' | 'onToday'>) {
  const today = useToday();
  const day = opened(filters, today).from ?? today;
  const arrow = (label: string, days: number, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      className={classes.arrow ?? ''}
      aria-label={label}
      onClick={() => onChange(atDay(filters, addDays(day, days), today))}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <div role="group" aria-label="Day" className={classes.days}>
      {arrow('Previous day', -1, IconChevronLeft)}
      <Pill isAlone isPressed={isAtToday(filters, today)} title="Start at today" onClick={onToday}>
        <IconCalendarDown size={16} aria-hidden />
        Today
      </Pill>
      {arrow('Next day', 1, IconChevronRight)}
    </div>
  );
}

/**
 * Selects one doctor's or court's bookings if there are several. The address's one is offered even
 * if it is archived.
 */
function ResourceFilter({ filters, onChange }: Pick<FiltersFormProps, 'filters' | 'onChange'>) {
  const { businessType } = useAppointmentWording();
  const { data } = useQuery(resourceList());
  const { resource, resources } = wording[businessType];
  const choices = resourceChoices(data?.items ?? []);
  const archived = data?.items.find(
    ({ id }) => id === filters.resource && !choices.some((choice) => choice.id === id),
  );
  const offered = [...choices, ...(archived ? [archived] : [])];
  if (offered.length < 2) return null;
  return (
    <div className={classes.resource}>
      <NativeChoice
        label={capitalise(resource)}
        data={[
          { value: '', label: `All ${resources}` },
          ...offered.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filters.resource ?? ''}
        onChange={(id) => onChange(ofResource(filters, id))}
      />
    </div>
  );
}
