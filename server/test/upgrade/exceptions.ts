/** A line of a migration that allows what is otherwise refused, and says why (decisions/0021). */
export interface Exception {
  readonly form: 'contract' | 'small' | 'kept';
  /** `column plans.colour` for contract, a table for the others. */
  readonly about: string;
  readonly reason: string;
}

export function exceptionsOf(sql: string): Exception[] {
  return [...sql.matchAll(/^-- (contract|small|kept): ([^,\n]+), (\S.+)$/gm)].map(([, form, about = '', reason = '']) => ({
    form: form as Exception['form'],
    about,
    reason,
  }));
}

/** The commit since which something is unused, of `unused since b65541a`. */
export function unusedSince(reason: string): string | undefined {
  return /^unused since ([0-9a-f]{7,40})$/.exec(reason)?.[1];
}

/** Tables of which a source reads every column, however many there will be. */
export function tablesReadWhole(source: string): string[] {
  const statements = source.split(';').filter((statement) => /\.(?:selectAll|returningAll)\(/.test(statement));
  return statements.flatMap((statement) =>
    [...statement.matchAll(/(?:selectFrom|innerJoin|leftJoin|updateTable)\('(\w+)/g)].map(([, table = '']) => table),
  );
}
