import { Text } from '@mantine/core';
import type { Import, ImportRow } from '@samay/contract/imports/imports';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Badge } from '../../../ui/table/badge.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { rowsQuery, type RowsShown } from './api.ts';
import classes from './bring-in.module.css';
import { outcomes, stayedText } from './wording.ts';

/** Renders the rows of a file, each refused one with the reason at its cell. */
export function RowsTable({ found, shown }: { found: Import; shown: RowsShown }) {
  return (
    <PagedList
      label="Rows of the file"
      pages={rowsQuery(found, shown)}
      columns={makeColumns(found.heads)}
      getKey={({ line }) => String(line)}
      failed="Failed to load the rows"
      empty={<EmptyState text="There are no such rows" />}
    />
  );
}

function makeColumns(heads: readonly string[]): Column<ImportRow>[] {
  return [
    { name: 'Line', width: '72px', place: 'corner', cell: ({ line }) => line },
    {
      name: 'Row',
      width: 'minmax(0, 1fr)',
      place: 'title',
      cell: (row) => <Cells row={row} heads={heads} />,
    },
    { name: 'Outcome', width: '200px', cell: (row) => <Outcome row={row} /> },
  ];
}

function Outcome({ row: { outcome, stayedBecause } }: { row: ImportRow }) {
  if (stayedBecause !== null) return <Badge tone="attention" text={stayedText[stayedBecause]} />;
  const found = outcomes.find(({ value }) => value === outcome);
  return found ? <Badge tone={found.tone} text={found.name} /> : null;
}

function Cells({ row: { cells, problems }, heads }: { row: ImportRow; heads: readonly string[] }) {
  const whole = problems.filter(({ column }) => column === null);
  const own = cells.map((text, column) => ({
    column,
    text,
    reasons: problems.filter((problem) => problem.column === column).map((problem) => problem.text),
  }));
  return (
    <div className={classes.cells}>
      {own
        .filter(({ text, reasons }) => text !== '' || reasons.length > 0)
        .map(({ column, text, reasons }) => (
          <div key={column} className={classes.value} data-wrong={reasons.length > 0 || undefined}>
            <Text size="xs" c="dimmed" span>
              {heads[column] || `Column ${column + 1}`}
            </Text>{' '}
            <Text size="sm" span>
              {text === '' ? '(empty)' : text}
            </Text>
            {reasons.map((reason) => (
              <Text key={reason} size="sm" className={classes.reason ?? ''}>
                {reason}
              </Text>
            ))}
          </div>
        ))}
      {whole.map(({ code, text }) => (
        <Text key={code} size="sm" className={classes.reason ?? ''}>
          {text}
        </Text>
      ))}
    </div>
  );
}
