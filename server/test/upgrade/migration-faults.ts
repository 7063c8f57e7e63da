import {
  addColumn,
  alterTable,
  createIndex,
  type CreatedObjects,
  normalized,
  recordCreated,
  signatureOf,
} from './created-objects.ts';
import { clausesOf, statementsOf } from './sql-statements.ts';

/**
 * A statement of a migration that would break or block servers of the last release. A comment line
 * of the migration may allow it, in one of three forms (decisions/0021):
 *
 * - `contract` drops something that the last release no longer uses
 * - `small` changes, reads or indexes a table that is so small that the lock is short
 * - `kept` forbids something that the last release never does, or puts a policy in place of another
 *   that shows it the same rows
 */
export interface Fault {
  readonly what: string;
  readonly form?: 'contract' | 'small' | 'kept';
  /** The object that the comment must name. */
  readonly about: string;
}

export interface Released {
  readonly created: CreatedObjects;
  /**
   * Tables of which the last release selects every column: its prepared statements fail when a
   * column is added.
   */
  readonly selectedWhole: ReadonlySet<string>;
}

/**
 * The faults of one migration. `created` has the objects of earlier migrations that are newer than
 * the release; this one's are added to it.
 */
export function faultsOf(sql: string, released: Released, created: CreatedObjects): Fault[] {
  const statements = statementsOf(sql);
  return statements.flatMap((statement) => {
    const faults = [
      ...alterations(statement, released, created),
      ...drops(statement, created),
      ...changes(statement, created),
      ...indexes(statement, released, created, statements.length),
      ...overloads(statement, released),
    ];
    recordCreated(statement, created);
    return faults;
  });
}

function alterations(statement: string, { selectedWhole }: Released, created: CreatedObjects): Fault[] {
  const [, name, clauses] = alterTable.exec(statement) ?? [];
  if (name === undefined || clauses === undefined) return [];
  const table = normalized(name);
  if (created.has(`table ${table}`)) return [];
  return clausesOf(clauses).flatMap((clause): Fault[] => {
    const [, column, definition = ''] = addColumn.exec(clause) ?? [];
    if (column !== undefined) return addedColumn(table, normalized(column), definition, selectedWhole);
    const [, altered = ''] = /^alter (?:column )?([\w"]+)/.exec(clause) ?? [];
    if (altered !== '' && created.has(`column ${table}.${normalized(altered)}`)) return [];
    const [, dropped] = /^drop (?:if exists )?(?!column\b|constraint\b|if\b)([\w"]+)/.exec(clause) ?? [];
    const is = (pattern: RegExp, fault: Omit<Fault, 'about'>): Fault[] =>
      pattern.test(clause) ? [{ ...fault, about: table }] : [];
    return [
      ...(dropped === undefined ? [] : dropOf('column', normalized(dropped), table, created)),
      ...is(/^add /, { what: 'a constraint that is new to the last release', form: 'kept' }),
      ...is(/^alter .* set not null/, {
        what: 'not null, where the last release may leave it out',
        form: 'kept',
      }),
      ...is(/^alter .* drop (?:not null|default|identity|expression)/, {
        what: 'something taken from a column',
        form: 'kept',
      }),
      ...is(/^alter .* type /, { what: 'a column of another type' }),
      ...is(/^(?:set schema|set tablespace|set (?:un)?logged|detach)/, { what: 'a table that moves' }),
      ...is(/^disable trigger/, { what: 'triggers out of force', form: 'small' }),
      ...is(/^(?:disable row|no force)/, { what: 'row security out of force' }),
    ];
  });
}

function addedColumn(
  table: string,
  column: string,
  definition: string,
  selectedWhole: ReadonlySet<string>,
): Fault[] {
  const about = table;
  const faults: Fault[] = [];
  if (selectedWhole.has(table))
    faults.push({
      what: `${column} added to a table that the last release reads whole`,
      form: 'kept',
      about,
    });
  if (/\bnot null\b/.test(definition) && !/\b(?:default|generated|serial|bigserial)\b/.test(definition))
    faults.push({ what: `${column} without the default that the last release's inserts need`, about });
  if (
    /\b(?:generated|serial|bigserial|gen_random_uuid|random|clock_timestamp|timeofday|nextval)\b/.test(
      definition,
    )
  )
    faults.push({ what: `${column} that rewrites every row`, form: 'small', about });
  return faults;
}

const dropped =
  /\bdrop (table|view|materialized view|function|procedure|trigger|type|domain|policy|column|constraint|index|sequence|schema|extension|rule|role) (?:concurrently )?(?:if exists )?([\w."%]+)(?: on ([\w."%]+))?/g;

function drops(statement: string, created: CreatedObjects): Fault[] {
  const [, altered] = alterTable.exec(statement) ?? [];
  return [...statement.matchAll(dropped)].flatMap(([, kind = '', name = '', on]) =>
    dropOf(kind, normalized(name), on ?? (/column|constraint/.test(kind) ? altered : undefined), created),
  );
}

function dropOf(kind: string, name: string, table: string | undefined, created: CreatedObjects): Fault[] {
  const about = `${kind} ${table === undefined ? name : `${normalized(table)}.${name}`}`;
  return created.has(about) || (table !== undefined && created.has(`table ${normalized(table)}`))
    ? []
    : [{ what: `drops ${about}`, form: kind === 'policy' ? 'kept' : 'contract', about }];
}

/** Faults that change names, privileges or rows. */
function changes(statement: string, created: CreatedObjects): Fault[] {
  const faults: Fault[] = [];
  if (/\balter .*\brename\b/.test(statement))
    faults.push({ what: 'a new name', about: statement.slice(0, 60) });
  if (/\balter type .*\bdrop attribute\b/.test(statement))
    faults.push({ what: 'a type without an attribute', about: statement.slice(0, 60) });
  if (/^(?:vacuum|cluster|reindex)\b/.test(statement))
    faults.push({ what: 'work on a whole table', about: statement.slice(0, 60) });
  const [, policy] = /\balter policy [\w"]+ on ([\w."]+)/.exec(statement) ?? [];
  if (policy !== undefined) faults.push({ what: 'another policy', form: 'kept', about: normalized(policy) });
  const [, revoked] =
    /\brevoke .* on (?:table |function |type |sequence |schema )?([\w."]+)/.exec(statement) ?? [];
  if (revoked !== undefined && !isCreated(normalized(revoked), created))
    faults.push({ what: 'a right taken away', form: 'kept', about: normalized(revoked) });
  for (const table of changedTables(statement)) {
    if (!created.has(`table ${table}`))
      faults.push({
        what: `rows of ${table} changed or read in one transaction`,
        form: 'small',
        about: table,
      });
  }
  return faults;
}

function isCreated(name: string, created: CreatedObjects): boolean {
  return (
    created.has(`table ${name}`) ||
    created.has(`function ${name}`) ||
    created.has(`type ${name}`) ||
    created.has(`sequence ${name}`)
  );
}

function changedTables(statement: string): Set<string> {
  const changed =
    /\b(?:update (?:only )?([\w."]+) (?:as \w+ |(?!set\b)\w+ )?set|delete from (?:only )?([\w."]+)|truncate (?:table )?([\w."]+)|lock table ([\w."]+))\b/g;
  const names = [...statement.matchAll(changed)].flatMap(([, ...groups]) =>
    groups.filter((name) => name !== undefined),
  );
  if (/^insert into\b/.test(statement))
    names.push(...[...statement.matchAll(/\b(?:from|join) ([a-z_][\w."]*)/g)].map(([, name = '']) => name));
  return new Set(
    names
      .map(normalized)
      .filter((name) => !['unnest', 'generate_series', 'lateral', 'excluded'].includes(name)),
  );
}

function indexes(
  statement: string,
  { created: released }: Released,
  created: CreatedObjects,
  statements: number,
): Fault[] {
  const [, unique, concurrently, , on] = createIndex.exec(statement) ?? [];
  if (on === undefined) return [];
  const about = normalized(on);
  if (created.has(`table ${about}`) || !released.has(`table ${about}`)) return [];
  const faults: Fault[] = [];
  if (concurrently === undefined)
    faults.push({ what: 'an index that stops writes while it is built', form: 'small', about });
  else if (statements > 1) faults.push({ what: 'a concurrent index that is not alone in its file', about });
  if (unique !== undefined)
    faults.push({ what: 'uniqueness that is new to the last release', form: 'kept', about });
  return faults;
}

/**
 * Faults of overloads: a call of the last release would be ambiguous. PostgreSQL itself refuses a
 * changed result type.
 */
function overloads(statement: string, { created: released }: Released): Fault[] {
  const signature = signatureOf(statement);
  if (!signature || !released.has(`function ${signature.name}`)) return [];
  if (released.has(`function ${signature.name}(${signature.parameters})`)) return [];
  return [
    {
      what: `other parameters of ${signature.name}, which the last release may call: give it a new name`,
      about: signature.name,
    },
  ];
}
