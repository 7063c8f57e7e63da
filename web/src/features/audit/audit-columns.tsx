import type { AuditLine } from '@samay/contract/audit';
import type { BusinessType } from '@samay/contract/roles';
import { formatInstant } from '@samay/contract/time';
import { actionName } from '../../lib/audit-wording.ts';
import type { Column } from '../../ui/data-table.tsx';
import { LongText } from '../../ui/long-text.tsx';
import classes from './audit-columns.module.css';
import { detailText } from './detail-text.ts';

/** The log's columns, in the words of the business that reads it. */
export function auditColumns(businessType: BusinessType = 'doctor'): readonly Column<AuditLine>[] {
  const what: Column<AuditLine> = {
    name: 'What',
    width: 'minmax(10rem, 1.5fr)',
    place: 'title',
    cell: ({ action }) => <LongText text={actionName(action, businessType)} strong />,
  };
  return [what, ...others];
}

const others: readonly Column<AuditLine>[] = [
  { name: 'Who', width: 'minmax(7.5rem, 1fr)', cell: ({ actor }) => <LongText text={whoOf(actor)} /> },
  { name: 'When (IST)', width: '11.25rem', cell: ({ at }) => formatInstant(at) },
  {
    name: 'Details',
    width: 'minmax(10rem, 2fr)',
    cell: ({ detail }) => <span className={classes.detail}>{detailText(detail) || '—'}</span>,
  },
  {
    name: 'Object',
    width: '6.5rem',
    cell: ({ object }) => (
      <span className={classes.object} title={object}>
        {object.slice(0, 8)}
      </span>
    ),
  },
];

function whoOf(actor: AuditLine['actor']): string {
  if (actor === null) return 'Nobody signed in';
  return actor.name ?? 'Somebody of the platform, or who has left';
}
