import { IconCalendarDown } from '@tabler/icons-react';
import type { Counts } from '@samay/contract/appointments';
import { formatCount } from '@samay/contract/money';
import { type StatusFilter, statusName } from '@samay/contract/statuses';
import { useToday } from '../../lib/use-today.ts';
import { Pill, Pills } from '../../ui/pills.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import classes from './filters-form.module.css';
import { beginningAt, type ListFilters, searchingFor } from './list-filters.ts';
import { useWording } from './use-wording.ts';

/** In the order of the buttons. From the names, not from the schema: a list that checks nothing loads without zod. */
const statusFilters = ['all', ...Object.keys(statusName)] as StatusFilter[];

interface FiltersFormProps {
  filters: ListFilters;
  counts: Counts | undefined;
  onChange: (next: ListFilters) => void;
}

/** Search, status and the jump to Today. All of them live in the address and are answered by the server. */
export function FiltersForm({ filters, counts, onChange }: FiltersFormProps) {
  const { bookings, searchPlaceholder } = useWording();
  const today = useToday();
  const isFromToday = filters.from === today;
  return (
    <div role="search" className={classes.filters}>
      <div className={classes.row}>
        <SearchInput
          label={`Search ${bookings}`}
          placeholder={searchPlaceholder}
          value={filters.search ?? ''}
          onSearch={(words) => onChange(searchingFor(filters, words))}
        />
        <Pill
          isAlone
          isPressed={isFromToday}
          title="Begin at today"
          onClick={() => onChange(beginningAt(filters, isFromToday ? undefined : today))}
        >
          <IconCalendarDown size={16} aria-hidden />
          Today
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
