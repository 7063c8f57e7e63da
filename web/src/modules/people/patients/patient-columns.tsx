import { formatCount } from '@samay/contract/core/money';
import type { Patient } from '@samay/contract/people/patients';
import { formatDate, formatTime } from '@samay/contract/core/time';
import { ContactLink } from '../../../ui/controls/contact-link.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { NameButton } from '../../../ui/table/row-button.tsx';
import { absent } from '../../bookings/wording.ts';
import classes from './patient-columns.module.css';
import type { patientWording } from './wording.ts';

/** Returns the columns of the list of patients. The name opens the person's page. */
export function patientColumns(
  words: ReturnType<typeof patientWording>,
  onOpen: (id: string) => void,
): readonly Column<Patient>[] {
  return [
    {
      name: words.person,
      width: 'minmax(10rem, 2fr)',
      place: 'title',
      cell: ({ id, name }) => <NameButton name={name} onClick={() => onOpen(id)} />,
    },
    {
      name: 'Contact',
      width: 'minmax(10rem, 2fr)',
      cell: ({ contact, email }) => (
        <span className={classes.contact}>
          {contact === null ? email : <ContactLink contact={contact} />}
          {contact !== null && <small title={email ?? undefined}>{email ?? absent}</small>}
        </span>
      ),
    },
    {
      name: 'Next visit',
      width: '10.5rem',
      cell: ({ nextVisit }) => (
        <When text={nextVisit && `${formatDate(nextVisit.date)}, ${formatTime(nextVisit.time)}`} />
      ),
    },
    {
      name: 'Last visit',
      width: '7rem',
      cell: ({ lastVisit }) => <When text={lastVisit && formatDate(lastVisit)} />,
    },
    {
      name: words.titleOfBookings,
      width: '7rem',
      isNumber: true,
      cell: ({ bookings }) => formatCount(bookings),
    },
  ];
}

function When({ text }: { text: string | null }) {
  return <span className={text === null ? classes.none : classes.when}>{text ?? '—'}</span>;
}
