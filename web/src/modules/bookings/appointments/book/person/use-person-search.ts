import { useDebouncedCallback } from '@mantine/hooks';
import type { FoundPerson } from '@samay/contract/bookings/people';
import { readTelephone } from '@samay/contract/core/telephone';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { foundPeople, isLookedUp } from './api.ts';

/** The digits of a whole number; fewer may be the beginning of one that is still typed. */
const wholeNumber = 10;
const none: readonly FoundPerson[] = [];
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface PersonSearchOptions {
  value: string;
  /**
   * Whether Enter was pressed before the answer: it takes the person once found, instead of sending
   * the form.
   */
  isAwaited: boolean;
  onChange: (text: string) => void;
  onPick: (person: FoundPerson) => void;
}

/**
 * Looks up the people of a typed text while its list is open, and marks one of them: the only
 * person of a whole number, or the one that the arrow keys have reached.
 */
export function usePersonSearch({ value, isAwaited, onChange, onPick }: PersonSearchOptions) {
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const searchLater = useDebouncedCallback(setSearch, 150);
  const client = useQueryClient();
  const isWanted = isOpen && isLookedUp(search);
  const { data, isFetching } = useQuery({ ...foundPeople(search), enabled: isWanted });
  const isLooking = isOpen && isLookedUp(value) && (value !== search || isFetching);
  const people = isWanted ? (data?.items ?? none) : none;
  const at = people.findIndex((person) => person.id === (moved ?? findOnly(people, value)?.id));
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
    const only = findOnly(found?.items ?? none, value);
    if (only && field.value === value && field === document.activeElement) pick(only);
  }

  return { people, marked, pick, handleChange, handleKeyDown, close: () => setOpen(false) };
}

/** Returns the only person of a whole number; undefined if there are several or none. */
function findOnly(people: readonly FoundPerson[], typed: string): FoundPerson | undefined {
  const number = readTelephone(typed)?.number;
  if (number === undefined || number.length < wholeNumber) return undefined;
  const named = people.filter(({ contact }) => readTelephone(contact ?? '')?.number === number);
  return named.length === 1 ? named[0] : undefined;
}
