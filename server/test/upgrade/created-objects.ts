import { clausesOf, statementsOf } from './sql-statements.ts';

/** What migrations make, by kind: `table plans`, `column plans.colour`, `function tally(changes tally_change[])`. */
export type MadeNames = Set<string>;

/** `public.plans` and `"plans"` are `plans`. */
export function plain(name: string): string {
  return name.replaceAll('"', '').replace(/^public\./, '');
}

export const alterTable = /^alter table (?:if exists )?(?:only )?([\w."%]+) (.*)$/;
export const createIndex = /\bcreate (unique )?index (concurrently )?(?:if not exists )?([\w."]+) on (?:only )?([\w."]+)/;
export const createFunction = /\bcreate (?:or replace )?(?:function|procedure) ([\w."]+) ?\(/;
export const addColumn =
  /^add (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)([\w"]+) (.*)$/;
const createOther = /\bcreate (?:or replace )?(table|type|domain|view|sequence|policy|trigger|role|extension) (?:if not exists )?([\w."]+)/;
const createdOn = /\bcreate (?:or replace )?(?:trigger|policy) [\w"]+ .*?\bon ([\w."]+)/;

/** Adds what a statement makes, and takes out the functions that it drops. */
export function noteMade(statement: string, made: MadeNames): void {
  const [, gone] = /^drop function (?:if exists )?([\w."]+)/.exec(statement) ?? [];
  for (const name of made) if (gone !== undefined && `${name}(`.startsWith(`function ${plain(gone)}(`)) made.delete(name);
  const [, table = '', clauses = ''] = alterTable.exec(statement) ?? [];
  for (const clause of clausesOf(clauses)) {
    const [, column] = addColumn.exec(clause) ?? [];
    if (column !== undefined) made.add(`column ${plain(table)}.${plain(column)}`);
    const [, constraint] = /^add constraint ([\w"]+)/.exec(clause) ?? [];
    if (constraint !== undefined) made.add(`constraint ${plain(table)}.${plain(constraint)}`);
  }
  const [, , , index] = createIndex.exec(statement) ?? [];
  if (index !== undefined) made.add(`index ${plain(index)}`);
  const signature = signatureOf(statement);
  if (signature) made.add(`function ${signature.name}`).add(`function ${signature.name}(${signature.parameters})`);
  const [, kind, name] = createOther.exec(statement) ?? [];
  if (kind === undefined || name === undefined) return;
  const [, on] = createdOn.exec(statement) ?? [];
  made.add(on === undefined ? `${kind} ${plain(name)}` : `${kind} ${plain(on)}.${plain(name)}`);
}

export function madeBy(files: readonly string[]): MadeNames {
  const made: MadeNames = new Set();
  for (const statement of files.flatMap(statementsOf)) noteMade(statement, made);
  return made;
}

export function signatureOf(statement: string): { name: string; parameters: string } | undefined {
  const match = createFunction.exec(statement);
  if (!match) return undefined;
  const start = match.index + match[0].length;
  let depth = 1;
  let end = start;
  for (; end < statement.length && depth > 0; end += 1) depth += statement[end] === '(' ? 1 : statement[end] === ')' ? -1 : 0;
  return { name: plain(match[1] ?? ''), parameters: statement.slice(start, end - 1).trim() };
}
