import {
  joinedTargets,
  type ImportTarget,
  type RecognisedColumn,
  type RecognisedFile,
  targetsByKind,
} from '@samay/contract/imports/columns';
import type { ImportKind } from '@samay/contract/imports/rows';
import { ColumnContent } from './contents.ts';
import { getHeadMeaning, type HeadMeaning } from './heads.ts';
import { isSum } from './words.ts';

interface FileLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The lines among which the heads are searched. */
export const mostAbove = 30;

/** The heads of a file. */
export interface Heads {
  /** The line of the heads; 0 where the file has none. */
  readonly line: number;
  readonly heads: readonly string[];
}

/**
 * Finds the heads among the first lines: the line with the most that are known, at least two of them, or the
 * only one of a narrow file. A column without a head there takes it from the line above, where titles of
 * several columns stand.
 */
export function findHeads(lines: readonly FileLine[]): Heads {
  const scored = lines.slice(0, mostAbove).map(({ line, cells }, at) => {
    const known = new Set(cells.map(getHeadMeaning).filter((meaning) => meaning !== undefined));
    return { line, cells, at, score: known.size };
  });
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (most, each) => (each.score > (most?.score ?? 0) ? each : most),
    undefined,
  );
  if (!best || (best.score < 2 && best.cells.length > 2)) return { line: 0, heads: [] };
  const above =
    best.at > 0 && isTitles(lines[best.at - 1], best.line) ? (lines[best.at - 1]?.cells ?? []) : [];
  const width = Math.max(best.cells.length, above.length);
  const heads = Array.from({ length: width }, (_, column) => best.cells[column] || above[column] || '');
  return { line: best.line, heads };
}

/** Returns whether a line stands directly above the heads and has several cells, so that it is no title of all. */
function isTitles(above: FileLine | undefined, line: number): boolean {
  return above?.line === line - 1 && above.cells.filter((cell) => cell !== '').length > 1;
}

/**
 * Returns whether a line is a row of the file: below its heads, no sum of others, and no heads that are
 * repeated on each page.
 */
export function isRow({ line, cells }: FileLine, { line: headLine, heads }: Heads): boolean {
  if (line <= headLine || isSum(cells)) return false;
  return headLine === 0 || !cells.every((cell, column) => cell === '' || cell === heads[column]);
}

/** Recognises the columns of a file while its lines are read. */
export class Recognition {
  readonly #kind: ImportKind;
  readonly #first: FileLine[] = [];
  #heads: Heads | undefined;
  readonly #contents: ColumnContent[] = [];
  #rows = 0;

  constructor(kind: ImportKind) {
    this.#kind = kind;
  }

  add(line: FileLine): void {
    if (this.#heads) {
      this.#addRow(line, this.#heads);
      return;
    }
    this.#first.push(line);
    if (this.#first.length === mostAbove) this.#settleHeads();
  }

  end(): RecognisedFile {
    const { line, heads } = this.#heads ?? this.#settleHeads();
    const columns = this.#contents.map((content, at) => ({ head: heads[at] ?? '', content }));
    return { headLine: line, rows: this.#rows, columns: recogniseColumns(columns, this.#kind) };
  }

  #settleHeads(): Heads {
    const heads = findHeads(this.#first);
    this.#heads = heads;
    for (let column = 0; column < heads.heads.length; column += 1) this.#contents.push(new ColumnContent());
    for (const line of this.#first) this.#addRow(line, heads);
    return heads;
  }

  #addRow(line: FileLine, heads: Heads): void {
    if (!isRow(line, heads)) return;
    this.#rows += 1;
    line.cells.forEach((cell, column) => {
      while (this.#contents.length <= column) this.#contents.push(new ColumnContent());
      this.#contents[column]?.add(cell);
    });
  }
}

interface Column {
  readonly head: string;
  readonly content: ColumnContent;
}

interface Guess {
  readonly target: ImportTarget | null;
  readonly choices?: readonly ImportTarget[];
}

const none: Guess = { target: null };

/** Decides what each column is, by its head first and by its cells where that says nothing, or another thing. */
function recogniseColumns(columns: readonly Column[], kind: ImportKind): RecognisedColumn[] {
  const allowed = targetsByKind[kind];
  const hasName = columns.some(({ head, content }) => getHeadMeaning(head) === 'name' && !content.isEmpty);
  const taken = new Set<ImportTarget>();
  const guesses = columns.map(({ head, content }) => {
    const guess = guessColumn({ meaning: getHeadMeaning(head), isNamed: head !== '', content, hasName });
    const { target, choices = [] } = guess;
    if (target === null) return choices.every((choice) => allowed.includes(choice)) ? guess : none;
    const isFree = allowed.includes(target) && (joinedTargets.has(target) || !taken.has(target));
    if (isFree) taken.add(target);
    return isFree ? guess : none;
  });
  const named = taken.has('name') ? guesses : withName(columns, guesses);
  return columns.map(({ head, content }, at) => {
    const { target, choices } = named[at] ?? none;
    const asksOrder = (target === 'date' || target === 'born') && content.asksOrder;
    return {
      head,
      samples: content.samples,
      target,
      order: content.order,
      ...(choices && { choices: [...choices] }),
      ...(asksOrder && { asksOrder: true }),
    };
  });
}

interface About {
  readonly meaning: HeadMeaning | undefined;
  /** Whether the column has a head, which is unknown where it has no meaning. */
  readonly isNamed: boolean;
  readonly content: ColumnContent;
  readonly hasName: boolean;
}

function guessColumn({ meaning, isNamed, content, hasName }: About): Guess {
  const shown = content.target;
  if (meaning === undefined) {
    // An unknown head may be of a number or an address of someone else: it is asked.
    if (
      shown === 'contact' ||
      shown === 'email' ||
      (shown === 'sex' && !isNamed) ||
      (!isNamed && shown !== undefined)
    )
      return isNamed ? { target: null, choices: [shown] } : { target: shown };
    return none;
  }
  if (meaning === 'amount') return { target: 'paid', choices: ['paid', 'price'] };
  if (meaning === 'firstName') return hasName ? none : { target: 'name' };
  if (meaning === 'lastName') return hasName ? none : { target: 'lastName' };
  // A head such as Contact is above numbers, addresses or names.
  if (meaning === 'contact' && shown === 'email') return { target: 'email' };
  if (meaning === 'contact' && content.share('text') > 0.7)
    return hasName ? none : { target: null, choices: ['name'] };
  if (meaning === 'name' && shown === 'contact') return { target: 'contact' };
  if (meaning === 'time' && shown === 'date') return { target: 'date' };
  return { target: meaning };
}

/** Takes the first column of texts without a known head for the name, where no head says which it is. */
function withName(columns: readonly Column[], guesses: readonly Guess[]): Guess[] {
  const at = columns.findIndex(
    ({ head, content }, column) =>
      guesses[column]?.target === null && getHeadMeaning(head) === undefined && content.share('text') > 0.7,
  );
  const isAsked = columns[at]?.head !== '';
  return guesses.map((guess, column) =>
    column === at ? (isAsked ? { target: null, choices: ['name'] } : { target: 'name' }) : guess,
  );
}
