import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { FoundPerson } from '@samay/contract/bookings/people';
import { readTelephone } from '@samay/contract/core/telephone';
import { formatDate, formatTime, indiaDate } from '@samay/contract/core/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { serverNow } from '../../../../../lib/api/server-clock.ts';
import { timeText } from '../../../days.ts';
import { foundPeople, isLookedUp } from './api.ts';
import classes from './person-field.module.css';

interface PersonFieldProps {
  label: string;
  value: string;
  error?: ReactNode;
  type: 'tel' | 'text';
  maxLength: number;
  /**
   * Whether Enter was pressed before the answer: it takes the person once found, instead of sending
   * the form.
   */
  isAwaited: boolean;
  ref?: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
  onPick: (person: FoundPerson) => void;
}

/** The digits of a whole number; fewer may be the beginning of one that is still typed. */
const wholeNumber = 10;
const none: readonly FoundPerson[] = [];
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Renders a field that looks people up while the user types: a combobox with a list (ARIA), by
 * press or by arrow keys and Enter. The only person of a whole number is marked immediately, so
 * that Enter alone takes them; in a household the user chooses.
 */
export function PersonField({
  label,
  value,
  error,
  type,
  maxLength,
  isAwaited,
  ref,
  onChange,
  onPick,
}: PersonFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const searchLater = useDebouncedCallback(setSearch, 150);
  const client = useQueryClient();
  const isWanted = isOpen && isLookedUp(search);
  const { data, isFetching } = useQuery({ ...foundPeople(search), enabled: isWanted });
  const isLooking = isOpen && isLookedUp(value) && (value !== search || isFetching);
  const people = isWanted ? (data?.items ?? none) : none;
  const at = people.findIndex((person) => person.id === (moved ?? onlyOf(people, value)?.id));
  const marked = people[at];

  function pick(person: FoundPerson): void {
    setOpen(false);
    setMoved(null);
    onPick(person);
  }

  function handleChange(text: string): void {
    setOpen(true);
    setMoved(null);
    searchLater(text);
    onChange(text);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Escape') return setOpen(false);
    if (event.key === 'Enter' && (marked || (isAwaited && isLooking))) {
      event.preventDefault();
      return marked ? pick(marked) : void pickOnly(event.currentTarget);
    }
    const step = steps[event.key];
    if (step === undefined || people.length === 0) return;
    event.preventDefault();
    const next = at === -1 && step < 0 ? people.length - 1 : (at + step + people.length) % people.length;
    setMoved(people[next]?.id ?? null);
  }

  /**
   * Waits for the answer, and takes the only person of the number unless the text was changed in
   * between.
   */
  async function pickOnly(field: HTMLInputElement): Promise<void> {
    setSearch(value);
    const found = await client.fetchQuery(foundPeople(value)).catch(() => undefined);
    const only = onlyOf(found?.items ?? none, value);
    if (only && field.value === value && field === document.activeElement) pick(only);
  }

  return (
    <div className={classes.field}>
      <TextInput
        ref={ref}
        type={type}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={people.length > 0}
        aria-controls={`${id}-people`}
        {...(marked && { 'aria-activedescendant': `${id}-${marked.id}` })}
        placeholder={label}
        autoComplete="off"
        maxLength={maxLength}
        value={value}
        error={error}
        onChange={(event) => handleChange(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
        onBlur={() => setOpen(false)}
      />
      <ul
        id={`${id}-people`}
        role="listbox"
        aria-label={label}
        className={classes.people}
        hidden={people.length === 0}
      >
        {people.map((person) => (
          <li
            key={person.id}
            id={`${id}-${person.id}`}
            role="option"
            aria-selected={person === marked}
            className={classes.person}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(person)}
          >
            <span className={classes.name}>{person.name}</span>
            <span className={classes.contact}>{person.contact ?? person.email}</span>
            <span className={classes.visit} data-booked={Boolean(person.nextVisit) || undefined}>
              {visitText(person)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Returns `Booked today, 11:00 am` if there is such a booking, so that nobody is booked twice by
 * accident; otherwise `Last visit 12 Nov 2026, Dr. Rao`.
 */
export function visitText({ lastVisit, nextVisit }: Pick<FoundPerson, 'lastVisit' | 'nextVisit'>): string {
  if (nextVisit)
    return `Booked ${nextVisit.date === indiaDate(serverNow()) ? `today, ${formatTime(nextVisit.time)}` : timeText(nextVisit)}`;
  if (!lastVisit) return 'No visit yet';
  return `Last visit ${[formatDate(lastVisit.date), lastVisit.doctor].filter(Boolean).join(', ')}`;
}

/** Returns the only person of a whole number; undefined if there are several or none. */
function onlyOf(people: readonly FoundPerson[], typed: string): FoundPerson | undefined {
  const number = readTelephone(typed)?.number;
  if (number === undefined || number.length < wholeNumber) return undefined;
  const named = people.filter(({ contact }) => readTelephone(contact ?? '')?.number === number);
  return named.length === 1 ? named[0] : undefined;
}
