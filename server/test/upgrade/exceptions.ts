/**
 * A comment line of a migration that allows a violation of the rules and gives the reason
 * (decisions/0021).
 */
export interface Exception {
  readonly form: 'contract' | 'small' | 'kept';
  /** The object that is allowed: `column plans.colour` for contract, a table for the others. */
  readonly about: string;
  readonly reason: string;
}

export function exceptionsOf(sql: string): Exception[] {
  return [...sql.matchAll(/^-- (contract|small|kept): ([^,\n]+), (\S.+)$/gm)].map(
    ([, form, about = '', reason = '']) => ({
      form: form as Exception['form'],
      about,
      reason,
    }),
  );
}

/** The commit in a reason such as `unused since b65541a`. */
export function unusedSince(reason: string): string | undefined {
  return /^unused since ([0-9a-f]{7,40})$/.exec(reason)?.[1];
}

/** The tables of which a source file selects every column (`select *`). */
export function tablesSelectedWhole(source: string): string[] {
  const statements = source
    .split(';')
    .filter((statement) => /\.(?:selectAll|returningAll)\(/.test(statement));
  return statements.flatMap((statement) =>
    [...statement.matchAll(/(?:selectFrom|innerJoin|leftJoin|updateTable)\('(\w+)/g)].map(
      ([, table = '']) => table,
    ),
  );
}
