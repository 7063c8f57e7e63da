/** A loop of the desk's work, as a journey has walked it. */
export interface Loop {
  readonly name: string;
  /** The width of the window in pixels. */
  readonly width: number;
  readonly presses: number;
  readonly fields: number;
  /** The most presses that are allowed. */
  readonly most: number;
  /** The time that the journey took, with its checks. */
  readonly seconds: number;
}

const head = ['Loop', 'Width', 'Presses', 'At most', 'Fields', 'Seconds'];

/** Formats loops as a table of plain text, by name and width, the desk first. */
export function formatLoops(loops: readonly Loop[]): string {
  const sorted = loops.toSorted(
    (one, other) => one.name.localeCompare(other.name) || other.width - one.width,
  );
  const rows = sorted.map(({ name, width, presses, most, fields, seconds }) => [
    name,
    ...[width, presses, most, fields].map(String),
    seconds.toFixed(1),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return `${[head, ...rows].map(line).join('\n')}\n`;
}
