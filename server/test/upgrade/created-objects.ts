import { clausesOf, statementsOf } from './sql-statements.ts';

/**
 * The objects that migrations create, with their kind: `table plans`, `column plans.colour`,
 * `function tally(changes tally_change[])`.
 */
export type CreatedObjects = Set<string>;

/** Normalizes a name: `public.plans` and `"plans"` become `plans`. */
export function normalized(name: string): string {
  return name.replaceAll('"', '').replace(/^public\./, '');
}

export const alterTable = /^alter table (?:if exists )?(?:only )?([\w."%]+) (.*)$/;
export const createIndex =
  /\bcreate (unique )?index (concurrently )?(?:if not exists )?([\w."]+) on (?:only )?([\w."]+)/;
export const createFunction = /\bcreate (?:or replace )?(?:function|procedure) ([\w."]+) ?\(/;
export const addColumn =
  /^add (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)([\w"]+) (.*)$/;
const createOther =
  /\bcreate (?:or replace )?(table|type|domain|view|sequence|policy|trigger|role|extension) (?:if not exists )?([\w."]+)/;
const createdOn = /\bcreate (?:or replace )?(?:trigger|policy) [\w"]+ .*?\bon ([\w."]+)/;

/** Adds the objects that a statement creates, and removes the functions that it drops. */
export function recordCreated(statement: string, created: CreatedObjects): void {
  const [, droppedFunction] = /^drop function (?:if exists )?([\w."]+)/.exec(statement) ?? [];
  for (const name of created)
    if (droppedFunction !== undefined && `${name}(`.startsWith(`function ${normalized(droppedFunction)}(`))
      created.delete(name);
  const [, table = '', clauses = ''] = alterTable.exec(statement) ?? [];
  for (const clause of clausesOf(clauses)) {
    const [, column] = addColumn.exec(clause) ?? [];
    if (column !== undefined) created.add(`column ${normalized(table)}.${normalized(column)}`);
    const [, constraint] = /^add constraint ([\w"]+)/.exec(clause) ?? [];
    if (constraint !== undefined) created.add(`constraint ${normalized(table)}.${normalized(constraint)}`);
  }
  const [, , , index] = createIndex.exec(statement) ?? [];
  if (index !== undefined) created.add(`index ${normalized(index)}`);
  const signature = signatureOf(statement);
  if (signature)
    created.add(`function ${signature.name}`).add(`function ${signature.name}(${signature.parameters})`);
  const [, kind, name] = createOther.exec(statement) ?? [];
  if (kind === undefined || name === undefined) return;
  const [, on] = createdOn.exec(statement) ?? [];
  created.add(
    on === undefined ? `${kind} ${normalized(name)}` : `${kind} ${normalized(on)}.${normalized(name)}`,
  );
}

export function createdBy(files: readonly string[]): CreatedObjects {
  const created: CreatedObjects = new Set();
  for (const statement of files.flatMap(statementsOf)) recordCreated(statement, created);
  return created;
}

export function signatureOf(statement: string): { name: string; parameters: string } | undefined {
  const match = createFunction.exec(statement);
  if (!match) return undefined;
  const start = match.index + match[0].length;
  let depth = 1;
  let end = start;
  for (; end < statement.length && depth > 0; end += 1)
    depth += statement[end] === '(' ? 1 : statement[end] === ')' ? -1 : 0;
  return { name: normalized(match[1] ?? ''), parameters: statement.slice(start, end - 1).trim() };
}
