import type { CSSProperties, ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  readonly name: string;
  /** The column's track size in the CSS grid. */
  readonly width: string;
  readonly cell: (row: Row) => ReactNode;
  /**
   * The position on a phone's card: the title line, the upper right corner or the foot. Without it
   * the cell is a labelled line between them.
   */
  readonly place?: 'title' | 'corner' | 'foot';
  readonly isNumber?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => string;
  /** Whether the rows still belong to the previous filters. */
  isStale?: boolean;
}

/** Renders a table on wide screens and cards on a phone, from one markup. */
export function DataTable<Row>({ label, columns, rows, getKey, isStale = false }: DataTableProps<Row>) {
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
            <div key={getKey(row)} role="row" className={classes.row} data-row>
              {columns.map(({ name, cell, place, isNumber }) => (
                <div
                  key={name}
                  role="cell"
                  className={classes.cell}
                  data-place={place}
                  data-number={isNumber || undefined}
                >
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
