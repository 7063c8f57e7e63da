import type { ListedAppointment } from '@samay/contract/bookings/appointments';
import { formatCount } from '@samay/contract/core/money';
import type { Patient } from '@samay/contract/people/patients';
import { statusName } from '@samay/contract/bookings/statuses';
import { formatTime, formatWeekday } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCalendarEvent, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useActions } from '../../lib/actions.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { bookingsQuery, peopleQuery } from './api.ts';
import type { ChoiceGroup } from './choices.ts';

/** The shortest search: a shorter one would match half the business. */
const minLength = 2;

interface SearchResults {
  readonly groups: readonly ChoiceGroup[];
  readonly isSearching: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Searches people and bookings on the server, debounced; only those that the user may read. */
export function useSearchResults(typed: string, onOpenPerson: (id: string) => void): SearchResults {
  const words = typed.trim();
  const [debounced] = useDebouncedValue(words, 200);
  const { permissions, businessType } = useSession();
  const { openDetails } = useActions();
  const { people: peopleName, bookings: bookingsName } = wording[businessType ?? 'doctor'];
  const isSearched = words.length >= minLength && debounced.length >= minLength;
  const people = useQuery({
    ...peopleQuery(debounced),
    enabled: isSearched && permissions.includes('patients.read'),
  });
  const bookings = useQuery({
    ...bookingsQuery(debounced),
    enabled: isSearched && permissions.includes('appointments.read'),
  });

  const both = [people, bookings];
  const groups = [
    {
      name: capitalise(peopleName),
      choices: (people.data?.items ?? []).map((person) => choiceOfPerson(person, bookingsName, onOpenPerson)),
    },
    {
      name: capitalise(bookingsName),
      choices: (bookings.data?.items ?? []).map((booking) => choiceOfBooking(booking, openDetails)),
    },
  ];
  return {
    groups: isSearched ? groups : [],
    isSearching:
      words.length >= minLength && (words !== debounced || both.some(({ isFetching }) => isFetching)),
    error: isSearched ? both.find(({ error }) => error)?.error : undefined,
    retry: () => both.filter(({ error }) => error).forEach(({ refetch }) => void refetch()),
  };
}

function choiceOfPerson(
  { id, name, email, contact, bookings }: Patient,
  word: string,
  open: (id: string) => void,
) {
  const count = bookings === 1 ? word.slice(0, -1) : word;
  return {
    id: `person-${id}`,
    label: name,
    hint: `${contact ?? email} · ${formatCount(bookings)} ${count}`,
    icon: IconUser,
    run: () => open(id),
  };
}

function choiceOfBooking(
  { id, personName, date, time, doctor, status }: ListedAppointment,
  open: (id: string) => void,
) {
  const about = [`${formatWeekday(date)}, ${formatTime(time)}`, doctor, statusName[status]].filter(Boolean);
  return {
    id: `booking-${id}`,
    label: personName,
    hint: about.join(' · '),
    icon: IconCalendarEvent,
    run: () => open(id),
  };
}
