import type { AuditLine } from '@samay/contract/audit/audit-log';
import type { BusinessType } from '@samay/contract/core/roles';
import { wording } from '@samay/contract/core/wording';
import { formatInstant } from '@samay/contract/core/time';
import { actionName } from '../../../lib/audit-wording.ts';
import type { Column } from '../../../ui/table/data-table.tsx';
import { LongText } from '../../../ui/layout/long-text.tsx';
import classes from './audit-columns.module.css';
import { detailText } from './detail-text.ts';

/** Returns the columns of the audit log, in the words of the reader's business type. */
export function auditColumns(businessType?: BusinessType): readonly Column<AuditLine>[] {
  const what: Column<AuditLine> = {
    name: 'What',
    width: 'minmax(10rem, 3fr)',
    place: 'title',
    cell: (line) => (
      <What name={actionName(line.action, businessType)} detail={detailText(line, businessType)} />
    ),
  };
  const who: Column<AuditLine> = {
    name: 'Who',
    width: 'minmax(7.5rem, 1fr)',
    cell: (line) => <LongText text={getWho(line, businessType)} />,
  };
  return [what, who, when];
}

const when: Column<AuditLine> = {
  name: 'When (IST)',
  width: '11.25rem',
  cell: ({ at }) => formatInstant(at),
};

/** Renders the action and, if there are any, its details. */
function What({ name, detail }: { name: string; detail: string }) {
  return (
    <>
      <LongText text={name} strong />
      {detail && <span className={classes.detail}>{detail}</span>}
    </>
  );
}

function getWho({ actor, detail }: AuditLine, businessType: BusinessType | undefined): string {
  if (actor === null)
    return detail['by'] === 'guest'
      ? `The ${businessType === undefined ? 'person' : wording[businessType].person}, by their link`
      : 'Nobody signed in';
  return actor.name ?? 'Somebody from the platform, or former staff';
}
