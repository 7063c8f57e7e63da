import { longestCell, mostImportColumns } from '@samay/contract/imports/rows';
import { assertThat } from '../../../core/app-error.ts';
import { cellText, type Line, unescaped } from './cells.ts';
import { columnNumber, type Merges } from './merges.ts';
import type { SharedTexts } from './shared-texts.ts';
import { readSerial } from '../recognition/serial-dates.ts';
import { parseXml } from './xml.ts';

interface SheetAbout {
  /** The texts that cells share. */
  readonly shared: SharedTexts;
  /** Whether a style, by its number, shows days or times. */
  readonly dateStyles: readonly boolean[];
  readonly countsFrom1904: boolean;
  readonly merges: Merges;
}

/** A cell as the sheet has it. */
interface RawCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
}

const plainNumber = /^-?\d{1,15}$/;
/** The most characters of a cell that are collected. */
const mostCollected = 4 * longestCell;

/** Reads the lines of a sheet that have a value. */
export async function* sheetLines(content: AsyncIterable<Buffer>, about: SheetAbout): AsyncGenerator<Line> {
  const rows = new SheetRows(about);
  const parsed = parseXml(content, {
    open: (name, attributes) => rows.open(name, attributes),
    close: (name) => rows.close(name),
    text: (text) => rows.text(text),
  });
  for await (const _ of parsed) yield* rows.take();
  yield* rows.take();
}

class SheetRows {
  readonly #about: SheetAbout;
  /** The values that lines below show too, by line. */
  readonly #tops = new Map<number, readonly string[]>();
  #lines: Line[] = [];
  #line = 0;
  #cells: string[] = [];
  #cell: RawCell | undefined;
  #value = '';
  #column = -1;
  #isValue = false;

  constructor(about: SheetAbout) {
    this.#about = about;
  }

  take(): Line[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      this.#line = Number(attributes['r'] ?? this.#line + 1);
      this.#cells = [];
      this.#column = -1;
    } else if (name === 'c') {
      const letters = /^[A-Z]{1,3}/.exec(attributes['r'] ?? '')?.[0];
      this.#column = letters === undefined ? this.#column + 1 : columnNumber(letters);
      this.#cell = {
        column: this.#column,
        type: attributes['t'] ?? 'n',
        style: Number(attributes['s'] ?? 0),
      };
      this.#value = '';
    }
    // A formula, `f`, is not read: its value stands after it.
    this.#isValue = name === 'v' || name === 't';
  }

  text(text: string): void {
    if (this.#isValue && this.#value.length < mostCollected) this.#value += text;
  }

  close(name: string): void {
    this.#isValue = false;
    if (name === 'c' && this.#cell && this.#value !== '') this.#put(this.#cell, this.#read(this.#cell));
    else if (name === 'row') this.#endRow();
  }

  #put({ column }: RawCell, text: string): void {
    if (text === '') return;
    assertThat(column < mostImportColumns, 'import.too_many_columns');
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = text;
  }

  #read({ type, style }: RawCell): string {
    const { shared, dateStyles, countsFrom1904 } = this.#about;
    const value = this.#value;
    if (type === 's') return shared.get(Number(value)) ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return toDay(value);
    if (type !== 'n') return cellText(unescaped(value));
    const number = Number(value);
    if (!Number.isFinite(number)) return cellText(value);
    const date = dateStyles[style] === true ? readSerial(number, countsFrom1904) : undefined;
    // A number of 15 digits is exact; a sum such as 0.1 + 0.2 has more.
    return date ?? (plainNumber.test(value) ? value : String(Number(number.toPrecision(15))));
  }

  #endRow(): void {
    const { merges } = this.#about;
    if (merges.tops.has(this.#line)) this.#tops.set(this.#line, this.#cells);
    for (const { column, top } of merges.below.get(this.#line) ?? []) {
      const value = this.#tops.get(top)?.[column] ?? '';
      if (value !== '' && column < mostImportColumns && !this.#cells[column])
        this.#put({ column, type: '', style: 0 }, value);
    }
    if (this.#cells.length > 0) this.#lines.push({ line: this.#line, cells: this.#cells });
    this.#cells = [];
  }
}

/** Returns a day and a time of ISO 8601 as other days are written: `2026-04-03 14:30`. */
function toDay(value: string): string {
  const [day = '', time = ''] = cellText(value).split('T');
  return [day, time.slice(0, 5)].filter((part) => part !== '' && part !== '00:00').join(' ');
}
