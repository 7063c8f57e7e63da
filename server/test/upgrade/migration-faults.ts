import { addColumn, alterTable, createIndex, type MadeNames, noteMade, plain, signatureOf } from './created-objects.ts';
import { clausesOf, statementsOf } from './sql-statements.ts';

/**
 * What a migration does that servers of the last release would not survive, or would wait for. A comment line of the migration may take the
 * responsibility, in one of three forms (decisions/0021):
 *
 * - `contract` something goes that the last release no longer names
 * - `small` a table is so small that its rows may be changed, read or indexed while everybody waits
 * - `kept` the last release never does what is forbidden from now on
 */
export interface Fault {
  readonly what: string;
  readonly form?: 'contract' | 'small' | 'kept';
  /** What the comment must name. */
  readonly about: string;
}

export interface Released {
  readonly made: MadeNames;
  /** Tables of which the last release reads every column: its prepared plans fail when one is added. */
  readonly readWhole: ReadonlySet<string>;
}

/** The faults of one migration; `made` has what migrations newer than the release made before it, and gets what this one makes. */
export function faultsOf(sql: string, released: Released, made: MadeNames): Fault[] {
  const statements = statementsOf(sql);
  return statements.flatMap((statement) => {
    const faults = [
      ...alterations(statement, released, made),
      ...drops(statement, made),
      ...changes(statement, made),
      ...indexes(statement, released, made, statements.length),
      ...overloads(statement, released),
    ];
    noteMade(statement, made);
    return faults;
  });
}

function alterations(statement: string, { readWhole }: Released, made: MadeNames): Fault[] {
  const [, name, clauses] = alterTable.exec(statement) ?? [];
  if (name === undefined || clauses === undefined) return [];
  const table = plain(name);
  if (made.has(`table ${table}`)) return [];
  return clausesOf(clauses).flatMap((clause): Fault[] => {
    const [, column, definition = ''] = addColumn.exec(clause) ?? [];
    if (column !== undefined) return addedColumn(table, plain(column), definition, readWhole);
    const [, altered = ''] = /^alter (?:column )?([\w"]+)/.exec(clause) ?? [];
    if (altered !== '' && made.has(`column ${table}.${plain(altered)}`)) return [];
    const [, dropped] = /^drop (?:if exists )?(?!column\b|constraint\b|if\b)([\w"]+)/.exec(clause) ?? [];
    const is = (pattern: RegExp, fault: Omit<Fault, 'about'>): Fault[] => (pattern.test(clause) ? [{ ...fault, about: table }] : []);
    return [
      ...(dropped === undefined ? [] : dropOf('column', plain(dropped), table, made)),
      ...is(/^add /, { what: 'a constraint that is new to the last release', form: 'kept' }),
      ...is(/^alter .* set not null/, { what: 'not null, where the last release may leave it out', form: 'kept' }),
      ...is(/^alter .* drop (?:not null|default|identity|expression)/, { what: 'something taken from a column', form: 'kept' }),
      ...is(/^alter .* type /, { what: 'a column of another type' }),
      ...is(/^(?:set schema|set tablespace|set (?:un)?logged|detach)/, { what: 'a table that moves' }),
      ...is(/^disable trigger/, { what: 'triggers out of force', form: 'small' }),
      ...is(/^(?:disable row|no force)/, { what: 'row security out of force' }),
    ];
  });
}

function addedColumn(table: string, column: string, definition: string, readWhole: ReadonlySet<string>): Fault[] {
  const about = table;
  const faults: Fault[] = [];
  if (readWhole.has(table)) faults.push({ what: `${column} added to a table that the last release reads whole`, form: 'kept', about });
  if (/\bnot null\b/.test(definition) && !/\b(?:default|generated|serial|bigserial)\b/.test(definition))
    faults.push({ what: `${column} without the default that the last release's inserts need`, about });
  if (/\b(?:generated|serial|bigserial|gen_random_uuid|random|clock_timestamp|timeofday|nextval)\b/.test(definition))
    faults.push({ what: `${column} that rewrites every row`, form: 'small', about });
  return faults;
}

const dropped =
  /\bdrop (table|view|materialized view|function|procedure|trigger|type|domain|policy|column|constraint|index|sequence|schema|extension|rule|role) (?:concurrently )?(?:if exists )?([\w."%]+)(?: on ([\w."%]+))?/g;

function drops(statement: string, made: MadeNames): Fault[] {
  const [, altered] = alterTable.exec(statement) ?? [];
  return [...statement.matchAll(dropped)].flatMap(([, kind = '', name = '', on]) =>
    dropOf(kind, plain(name), on ?? (/column|constraint/.test(kind) ? altered : undefined), made),
  );
}

function dropOf(kind: string, name: string, table: string | undefined, made: MadeNames): Fault[] {
  const about = `${kind} ${table === undefined ? name : `${plain(table)}.${name}`}`;
  return made.has(about) || (table !== undefined && made.has(`table ${plain(table)}`))
    ? []
    : [{ what: `drops ${about}`, form: 'contract', about }];
}

/** Names, rights and rows. */
function changes(statement: string, made: MadeNames): Fault[] {
  const faults: Fault[] = [];
  if (/\balter .*\brename\b/.test(statement)) faults.push({ what: 'a new name', about: statement.slice(0, 60) });
  if (/\balter type .*\bdrop attribute\b/.test(statement))
    faults.push({ what: 'a type without an attribute', about: statement.slice(0, 60) });
  if (/^(?:vacuum|cluster|reindex)\b/.test(statement)) faults.push({ what: 'work on a whole table', about: statement.slice(0, 60) });
  const [, policy] = /\balter policy [\w"]+ on ([\w."]+)/.exec(statement) ?? [];
  if (policy !== undefined) faults.push({ what: 'another policy', form: 'kept', about: plain(policy) });
  const [, revoked] = /\brevoke .* on (?:table |function |type |sequence |schema )?([\w."]+)/.exec(statement) ?? [];
  if (revoked !== undefined && !isMade(plain(revoked), made))
    faults.push({ what: 'a right taken away', form: 'kept', about: plain(revoked) });
  for (const table of changedTables(statement)) {
    if (!made.has(`table ${table}`))
      faults.push({ what: `rows of ${table} changed or read in one transaction`, form: 'small', about: table });
  }
  return faults;
}

function isMade(name: string, made: MadeNames): boolean {
  return made.has(`table ${name}`) || made.has(`function ${name}`) || made.has(`type ${name}`) || made.has(`sequence ${name}`);
}

function changedTables(statement: string): Set<string> {
  const changed =
    /\b(?:update (?:only )?([\w."]+) (?:as \w+ |(?!set\b)\w+ )?set|delete from (?:only )?([\w."]+)|truncate (?:table )?([\w."]+)|lock table ([\w."]+))\b/g;
  const names = [...statement.matchAll(changed)].flatMap(([, ...groups]) => groups.filter((name) => name !== undefined));
  if (/^insert into\b/.test(statement))
    names.push(...[...statement.matchAll(/\b(?:from|join) ([a-z_][\w."]*)/g)].map(([, name = '']) => name));
  return new Set(names.map(plain).filter((name) => !['unnest', 'generate_series', 'lateral', 'excluded'].includes(name)));
}

function indexes(statement: string, { made: old }: Released, made: MadeNames, statements: number): Fault[] {
  const [, unique, concurrently, , on] = createIndex.exec(statement) ?? [];
  if (on === undefined) return [];
  const about = plain(on);
  if (made.has(`table ${about}`) || !old.has(`table ${about}`)) return [];
  const faults: Fault[] = [];
  if (concurrently === undefined) faults.push({ what: 'an index that stops writes while it is built', form: 'small', about });
  else if (statements > 1) faults.push({ what: 'a concurrent index that is not alone in its file', about });
  if (unique !== undefined) faults.push({ what: 'uniqueness that is new to the last release', form: 'kept', about });
  return faults;
}

/** A call of the last release would fit both. A changed result is refused by PostgreSQL itself. */
function overloads(statement: string, { made: old }: Released): Fault[] {
  const signature = signatureOf(statement);
  if (!signature || !old.has(`function ${signature.name}`)) return [];
  if (old.has(`function ${signature.name}(${signature.parameters})`)) return [];
  return [{ what: `other parameters of ${signature.name}, which the last release may call: give it a new name`, about: signature.name }];
}
