import { TextInput, type TextInputProps } from '@mantine/core';
import type { FoundPerson } from '@samay/contract/people/people';
import { formatDate, formatTime, indiaDate } from '@samay/contract/core/time';
import { type MouseEvent, type Ref, useId } from 'react';
import { serverNow } from '../../../../../lib/api/server-clock.ts';
import { timeText } from '../../../../../lib/days.ts';
import classes from './person-field.module.css';
import { newPerson, usePersonSearch } from './use-person-search.ts';

interface PersonFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  /**
   * Whether Enter was pressed before the answer: it takes the person once found, instead of sending
   * the form.
   */
  isAwaited: boolean;
  ref?: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
  onPick: (person: FoundPerson) => void;
  /** Offers, with the people of a whole number, to name a new one. */
  onNew?: () => void;
  /** Takes a value that was used before, by an arrow key in the empty field. */
  onRecall?: () => void;
}

/**
 * Renders a field that looks people up while the user types: a combobox with a list (ARIA), by
 * press or by arrow keys and Enter. The only person of a whole number is marked immediately, so
 * that Enter alone takes them; in a household the user chooses.
 */
export function PersonField(props: PersonFieldProps) {
  const { value, isAwaited, onChange, onPick, onNew, onRecall, ...input } = props;
  const id = useId();
  const search = usePersonSearch({ value, isAwaited, onChange, onPick, onNew, onRecall });
  const { people, marked } = search;
  const isOpen = people.length > 0;
  const optionProps = (choice: string) => ({
    id: `${id}-${choice}`,
    role: 'option',
    'aria-selected': choice === marked,
    className: classes.person,
    // Keeps the focus in the field.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: () => search.choose(choice),
  });
  return (
    <div className={classes.field}>
      <TextInput
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-people`}
        {...(marked !== undefined && { 'aria-activedescendant': `${id}-${marked}` })}
        // Leaves Escape to the list while it is open, instead of to a dialog around it.
        data-mantine-stop-propagation={isOpen || undefined}
        autoComplete="off"
        value={value}
        onChange={(event) => search.handleChange(event.currentTarget.value)}
        onKeyDown={search.handleKeyDown}
        onBlur={search.close}
      />
      <ul
        id={`${id}-people`}
        role="listbox"
        aria-label="People found"
        className={classes.people}
        hidden={!isOpen}
      >
        {people.map((person) => (
          <li key={person.id} {...optionProps(person.id)}>
            <span className={classes.name}>{person.name}</span>
            <span className={classes.contact}>{person.contact ?? person.email}</span>
            <VisitText person={person} />
          </li>
        ))}
        {search.hasNew && <li {...optionProps(newPerson)}>New person with this number</li>}
      </ul>
    </div>
  );
}

/** Renders the facts about the person in short, and the last visit, or the next one in bold. */
export function VisitText({ person }: { person: FoundPerson }) {
  return (
    <span className={classes.visit} data-booked={Boolean(person.nextVisit) || undefined}>
      {knownText(person)}
    </span>
  );
}

/** Returns the facts about the person in short, and the last or the next visit. */
export function knownText(person: FoundPerson): string {
  return [person.about, visitText(person)].filter(Boolean).join(' · ');
}

/**
 * Returns `Booked today, 11:00 am` if there is such a booking, so that nobody is booked twice by
 * accident; otherwise `Last visit 12 Nov 2026, Dr. Rao`.
 */
function visitText({ lastVisit, nextVisit }: Pick<FoundPerson, 'lastVisit' | 'nextVisit'>): string {
  if (nextVisit) {
    const isToday = nextVisit.date === indiaDate(serverNow());
    return `Booked ${isToday ? `today, ${formatTime(nextVisit.time)}` : timeText(nextVisit)}`;
  }
  if (!lastVisit) return 'No visit yet';
  return `Last visit ${[formatDate(lastVisit.date), lastVisit.doctor].filter(Boolean).join(', ')}`;
}
