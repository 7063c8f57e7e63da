import { CloseButton, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconCalendarDown, IconSearch } from '@tabler/icons-react';
import type { Counts } from '@samay/contract/appointments';
import { formatCount } from '@samay/contract/money';
import { type StatusFilter, statusName } from '@samay/contract/statuses';
import { indiaDate, now } from '@samay/contract/time';
import { useEffect, useRef, useState } from 'react';
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
  const today = indiaDate(now());
  const isFromToday = filters.from === today;
  return (
    <div role="search" className={classes.filters}>
      <div className={classes.row}>
        <Search filters={filters} onChange={onChange} />
        <UnstyledButton
          className={`${classes.status} ${classes.today}`}
          aria-pressed={isFromToday}
          title="Begin at today"
          onClick={() => onChange(beginningAt(filters, isFromToday ? undefined : today))}
        >
          <IconCalendarDown size={16} aria-hidden />
          Today
        </UnstyledButton>
      </div>
      <div role="group" aria-label="Status" className={classes.statuses}>
        {statusFilters.map((status) => (
          <UnstyledButton
            key={status}
            className={classes.status}
            aria-pressed={filters.status === status}
            onClick={() => onChange({ ...filters, status })}
          >
            {status === 'all' ? 'All' : statusName[status]}
            {counts && <span className={classes.count}>{formatCount(counts[status])}</span>}
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}

function Search({ filters, onChange }: Pick<FiltersFormProps, 'filters' | 'onChange'>) {
  const { bookings, searchPlaceholder } = useWording();
  const asked = filters.search ?? '';
  const sent = useRef(asked);
  const [text, setText] = useState(asked);
  const send = useDebouncedCallback((words: string) => {
    sent.current = words.trim();
    onChange(searchingFor(filters, words));
  }, 300);

  // The address may change by itself: back, forward, a link.
  useEffect(() => {
    if (asked === sent.current) return;
    sent.current = asked;
    setText(asked);
  }, [asked]);

  function handleChange(words: string): void {
    setText(words);
    send(words);
  }

  return (
    <TextInput
      type="search"
      aria-label={`Search ${bookings}`}
      placeholder={searchPlaceholder}
      title={searchPlaceholder}
      value={text}
      maxLength={100}
      onChange={(event) => handleChange(event.currentTarget.value)}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={text !== '' && <CloseButton aria-label="Clear search" onClick={() => handleChange('')} />}
      rightSectionPointerEvents="all"
      className={classes.search ?? ''}
    />
  );
}
