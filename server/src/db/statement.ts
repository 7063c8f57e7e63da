import {
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  type Insertable,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RootOperationNode,
  type Selectable,
  SelectQueryNode,
  sql,
  type Updateable,
} from 'kysely';
import type { Part } from './one-message.ts';
import type { Schema } from './schema.ts';

/** The id of a business that work may be confined to. Only context/tenant-id.ts makes one. */
export type TenantId = string & { readonly __brand: 'TenantId' };

/** The value of `tenant_id` in rows that belong to the platform and to no business. */
export const platformTenant = '00000000-0000-0000-0000-000000000000';

/** Stands for the business in a statement about rows that belong to the platform. */
export const platform = { tenantId: platformTenant };

/** Builds queries and never runs one. */
export type QueryBuilder = Kysely<Schema>;

/**
 * A statement with its values, except the business, which is inserted when the statement is sent.
 */
export interface Statement<Row> {
  readonly compiled: CompiledQuery<Row>;
  /** Whether it may change rows. */
  readonly writes: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A statement that can be sent. */
export interface ReadyStatement extends Part {
  readonly writes: boolean;
}

/**
 * Names the statements that are sent together; their rows are returned under the same names. One that
 * is undefined is not sent. The statements of a list are sent one after the other, and their rows
 * are listed in that order.
 */
export type Statements = Readonly<
  Record<string, Statement<unknown> | readonly Statement<unknown>[] | undefined>
>;

export type RowsOf<S extends Statements> = {
  readonly [Name in keyof S]: S[Name] extends readonly Statement<infer Row>[]
    ? Row[][]
    : S[Name] extends Statement<infer Row> | undefined
      ? Row[] | Extract<S[Name], undefined>
      : never;
};

/** The values that decide the text of a statement. */
export type Shape = Readonly<Record<string, string | boolean | undefined>>;

export interface Compilable<Row> {
  compile(db: QueryBuilder): CompiledQuery<Row>;
}

/** The placeholder of a value in a statement that is compiled once. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /**
   * Throws: a value that is computed while the statement is built would stay for every later
   * caller.
   */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`the value ${this.name} is not known while its statement is built`);
  }
}

/** Lets Kysely compile for PostgreSQL, and run nothing. */
export const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

export const queryBuilder: QueryBuilder = new Kysely<Schema>({ dialect });

/** No shape: the statement always has one text. */
export type NoShape = Readonly<Record<string, never>>;
export type OfShape<Own> = [Own] extends [NoShape] ? [] : [shape: Own];

/** The business for which a statement is sent, among the values from which it is built. */
export interface InTenant {
  tenantId: TenantId;
}

/**
 * Defines a statement that is compiled once for each shape, on first use: compiling costs more than
 * sending. `build` gets placeholders instead of values, so only `shape` may decide the text;
 * `tenantId` is the placeholder of the business for which the statement is sent.
 * @returns a function that gives the statement its values
 */
export function statement<Values extends object, Row, Own extends Shape = NoShape>(
  build: (db: QueryBuilder, values: Values & InTenant, shape: Own) => Compilable<Row>,
): (values: Values, ...shape: OfShape<Own>) => Statement<Row> {
  const shaped = shapedStatement(build);
  return (values, ...[shape = {} as Own]) => shaped(values, shape);
}

/** Defines a statement like `statement`, one that always has a shape. */
export function shapedStatement<Values extends object, Row, Own extends Shape>(
  build: (db: QueryBuilder, values: Values & InTenant, shape: Own) => Compilable<Row>,
): (values: Values, shape: Own) => Statement<Row> {
  const getBuilt = new Map<string, Pick<Statement<Row>, 'compiled' | 'writes'>>();
  return (values, shape) => {
    const key = Object.values(shape).join('|');
    let built = getBuilt.get(key);
    if (!built) {
      const query = build(queryBuilder, getPlaceholders<Values & InTenant>(), shape);
      const compiled = query.compile(queryBuilder);
      built = { compiled, writes: mayWrite(compiled.query) };
      getBuilt.set(key, built);
    }
    return { ...built, values: values as Readonly<Record<string, unknown>> };
  };
}

function getPlaceholders<Values extends object>(): Values {
  return new Proxy({} as Values, {
    get: (_, name) => new Placeholder(String(name)),
    ownKeys: () => {
      throw new TypeError('the values of a statement are taken by name, not enumerated');
    },
  });
}

/** The values of columns by which rows are found; none is null, which equals nothing. */
type Where<Table extends keyof Schema> = {
  readonly [Name in keyof Selectable<Schema[Table]>]?: NonNullable<Selectable<Schema[Table]>[Name]>;
};

/** Inserts a row. A column that is undefined gets its default. */
export function insertRow<Table extends keyof Schema>(
  table: Table,
  row: Insertable<Schema[Table]>,
): Statement<object> {
  return insertion(row, { table, columns: getColumns(row) });
}

/** Updates the rows in which the columns of `where` have these values. */
export function updateRows<Table extends keyof Schema>(
  table: Table,
  where: Where<Table>,
  changes: Updateable<Schema[Table]>,
): Statement<object> {
  const sought = Object.fromEntries(Object.entries(where).map(([name, value]) => [`where ${name}`, value]));
  const shape = { table, columns: getColumns(changes), where: getColumns(where) };
  return update({ ...changes, ...sought }, shape);
}

/** Deletes the rows in which the columns of `where` have these values. */
export function deleteRows<Table extends keyof Schema>(table: Table, where: Where<Table>): Statement<object> {
  return deletion(where, { table, columns: getColumns(where) });
}

type RowValues = Readonly<Record<string, unknown>>;

const insertion = statement<RowValues, object, { table: string; columns: string }>(
  (_, values, { table, columns }) => {
    const names = columns.split(' ');
    return sql<object>`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map((name) => values[name]))})`;
  },
);

const update = statement<RowValues, object, { table: string; columns: string; where: string }>(
  (_, values, { table, columns, where }) => sql<object>`update ${sql.table(table)}
    set ${sql.join(equal(columns, (name) => values[name]))}
    where ${sql.join(
      equal(where, (name) => values[`where ${name}`]),
      sql` and `,
    )}`,
);

const deletion = statement<RowValues, object, { table: string; columns: string }>(
  (_, values, { table, columns }) => sql<object>`delete from ${sql.table(table)}
    where ${sql.join(
      equal(columns, (name) => values[name]),
      sql` and `,
    )}`,
);

function equal(columns: string, value: (name: string) => unknown) {
  return columns.split(' ').map((name) => sql`${sql.ref(name)} = ${value(name)}`);
}

function getColumns(row: object): string {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  if (given.length === 0) throw new TypeError('a statement names at least one column');
  return given.map(([name]) => name).join(' ');
}

/** Lists the columns of a row; without any of them, also one that may be null, it does not compile. */
export function everyColumn<Row>(named: Readonly<Record<keyof Row, true>>): (keyof Row & string)[] {
  return Object.keys(named) as (keyof Row & string)[];
}

/** Picks the values of some columns, for an insert or an update of them. */
export function pick<Values, Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): Pick<Values, Name> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
}

/** Inserts the values of a statement, so that it can be sent. Its text is fixed by the code. */
export function ready({ compiled, writes, values }: Statement<unknown>, tenantId: string): ReadyStatement {
  const given = compiled.parameters.map((parameter) => {
    if (!(parameter instanceof Placeholder)) return parameter;
    return parameter.name === 'tenantId' ? tenantId : values[parameter.name];
  });
  return { text: compiled.sql, values: given, isPrepared: true, writes };
}

/** Sends statements together by `send`, and returns their rows by name. */
export async function rowsByName<S extends Statements>(
  statements: S,
  tenantId: string,
  send: (statements: readonly ReadyStatement[]) => Promise<readonly { readonly rows: unknown[] }[]>,
): Promise<RowsOf<S>> {
  const named = Object.entries(statements).flatMap(([name, sent]) => (sent ? [{ name, sent }] : []));
  const answers = await send(named.flatMap(({ sent }) => sent).map((each) => ready(each, tenantId)));
  const rows = answers.map((answer) => answer.rows).values();
  const next = () => rows.next().value;
  return Object.fromEntries(
    named.map(({ name, sent }) => [name, Array.isArray(sent) ? sent.map(next) : next()]),
  ) as RowsOf<S>;
}

/**
 * Returns whether a query may change rows: any but a select whose common table expressions are
 * selects too. A raw text may do anything.
 */
export function mayWrite(query: { readonly kind: string }): boolean {
  if (!SelectQueryNode.is(query as RootOperationNode)) return true;
  const { with: common } = query as SelectQueryNode;
  return common?.expressions.some(({ expression }) => mayWrite(expression)) ?? false;
}
