import type { CSSProperties, ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  readonly name: string;
  /** A track of a CSS grid, for the wide table. */
  readonly width: string;
  readonly cell: (row: Row) => ReactNode;
  /** On a phone's card: alone at its top, in its upper corner, or at its foot; between those and with its name otherwise. */
  readonly place?: 'title' | 'corner' | 'foot';
  readonly isNumber?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The rows of other filters, shown until the new ones come. */
  isStale?: boolean;
}

/** A table where there is room, cards on a phone, from one and the same markup. */
export function DataTable<Row>({ label, columns, rows, keyOf, isStale = false }: DataTableProps<Row>) {
  const tracks = { '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties;
  return (
    <div className={classes.frame} data-stale={isStale || undefined}>
      <div role="table" aria-label={label} aria-busy={isStale} style={tracks}>
        <div role="rowgroup" className={classes.header}>
          <div role="row" className={classes.headerRow}>
            {columns.map(({ name, isNumber, place }) => (
              <span key={name} role="columnheader" data-number={isNumber || place === 'foot' || undefined}>
                {name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {rows.map((row) => (
            <div key={keyOf(row)} role="row" className={classes.row} data-row>
              {columns.map(({ name, cell, place, isNumber }) => (
                <div key={name} role="cell" className={classes.cell} data-place={place} data-number={isNumber || undefined}>
                  {place === undefined && (
                    <span className={classes.label} aria-hidden>
                      {name}
                    </span>
                  )}
                  {cell(row)}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
