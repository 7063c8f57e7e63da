import type { Counts } from '@samay/contract/bookings/appointments';
import { type StatusFilter, statusName } from '@samay/contract/bookings/statuses';
import { formatCount } from '@samay/contract/core/money';
import { IconCalendarDown, IconCurrencyRupee } from '@tabler/icons-react';
import { useToday } from '../../../../lib/browser/use-today.ts';
import { SearchInput } from '../../../../ui/form/search-input.tsx';
import { Pill, Pills } from '../../../../ui/table/pills.tsx';
import { isAtToday, type ListFilters, searchingFor, toggledDue } from '../../list-filters.ts';
import { useAppointmentWording } from '../../wording.ts';
import classes from './filters-form.module.css';

/** In the order of the buttons. Built from the names and not from the schema, so that the list loads without zod. */
const statusFilters = ['all', ...Object.keys(statusName)] as StatusFilter[];

interface FiltersFormProps {
  filters: ListFilters;
  counts: Counts | undefined;
  onChange: (next: ListFilters) => void;
  onToday: () => void;
}

/** Search, status filter and the button back to today. The filters are kept in the address and applied by the server. */
export function FiltersForm({ filters, counts, onChange, onToday }: FiltersFormProps) {
  const { bookings, searchPlaceholder } = useAppointmentWording();
  const isFromToday = isAtToday(filters, useToday());
  return (
    <div role="search" className={classes.filters}>
      <div className={classes.row}>
        <SearchInput
          label={`Search ${bookings}`}
          placeholder={searchPlaceholder}
          value={filters.search ?? ''}
          onSearch={(words) => onChange(searchingFor(filters, words))}
        />
        <Pill isAlone isPressed={isFromToday} title="Start at today" onClick={onToday}>
          <IconCalendarDown size={16} aria-hidden />
          Today
        </Pill>
        <Pill isAlone isPressed={filters.due === 'yes'} title="Up to today, not paid in full" onClick={() => onChange(toggledDue(filters))}>
          <IconCurrencyRupee size={16} aria-hidden />
          Due
        </Pill>
      </div>
      <Pills
        label="Status"
        options={statusFilters.map((value) => ({
          value,
          name: value === 'all' ? 'All' : statusName[value],
          beside: counts && <span className={classes.count}>{formatCount(counts[value])}</span>,
        }))}
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status })}
      />
    </div>
  );
}
