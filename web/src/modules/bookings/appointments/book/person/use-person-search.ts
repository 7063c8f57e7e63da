import { useDebouncedCallback } from '@mantine/hooks';
import type { FoundPerson } from '@samay/contract/people/people';
import { readTelephone } from '@samay/contract/core/telephone';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { foundPeople, isLookedUp } from './api.ts';

/** The digits of a whole number; fewer may be the beginning of one that is still typed. */
const wholeNumber = 10;
/** The choice of a new person, among the ids of the people found. */
export const newPerson = 'new';
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
  onNew: (() => void) | undefined;
  onRecall: (() => void) | undefined;
}

/**
 * Looks up the people of a typed text while its list is open, and marks one of the choices: the
 * only person of a whole number, or the one that the arrow keys have reached.
 */
export function usePersonSearch(options: PersonSearchOptions) {
  const { value, isAwaited, onChange, onPick, onNew, onRecall } = options;
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const searchLater = useDebouncedCallback(setSearch, 150);
  const client = useQueryClient();
  const isWanted = isOpen && isLookedUp(search);
  const { data, isFetching } = useQuery({ ...foundPeople(search), enabled: isWanted });
  const isLooking = isOpen && isLookedUp(value) && (value !== search || isFetching);
  // A text that was cleared shows nobody immediately, before the pause is over.
  const people = isWanted && isLookedUp(value) ? (data?.items ?? none) : none;
  const hasNew = onNew !== undefined && people.length > 0 && readWhole(value) !== undefined;
  const choices = [...people.map(({ id }) => id), ...(hasNew ? [newPerson] : [])];
  const at = choices.indexOf(moved ?? findOnly(people, value)?.id ?? '');
  const marked = choices[at];

  function pick(person: FoundPerson): void {
    close();
    onPick(person);
  }

  function choose(id: string): void {
    const person = people.find((each) => each.id === id);
    if (person) return pick(person);
    close();
    onNew?.();
  }

  function close(): void {
    setOpen(false);
    setMoved(null);
  }

  function handleChange(text: string): void {
    setOpen(true);
    setMoved(null);
    searchLater(text);
    onChange(text);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Escape') return setOpen(false);
    if (event.key === 'Enter' && (marked !== undefined || (isAwaited && isLooking))) {
      event.preventDefault();
      return marked !== undefined ? choose(marked) : void pickOnly(event.currentTarget);
    }
    const step = steps[event.key];
    if (step === undefined) return;
    if (value === '' && onRecall) {
      event.preventDefault();
      return onRecall();
    }
    if (choices.length === 0) return;
    event.preventDefault();
    const next = at === -1 && step < 0 ? choices.length - 1 : (at + step + choices.length) % choices.length;
    setMoved(choices[next] ?? null);
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

  return { people, hasNew, marked, choose, handleChange, handleKeyDown, close: () => setOpen(false) };
}

/** Returns the only person of a whole number; undefined if there are several or none. */
function findOnly(people: readonly FoundPerson[], typed: string): FoundPerson | undefined {
  const number = readWhole(typed);
  if (number === undefined) return undefined;
  const named = people.filter(({ contact }) => readTelephone(contact ?? '')?.number === number);
  return named.length === 1 ? named[0] : undefined;
}

/** Returns a number as it is compared; undefined if it is none, or still typed. */
function readWhole(typed: string): string | undefined {
  const number = readTelephone(typed)?.number;
  return number !== undefined && number.length >= wholeNumber ? number : undefined;
}
