const statement =
  /\b(select\b.*\bfrom|select \w+\(|insert into|delete from|update \w+ set|set (local )?role|(create|alter|drop) (role|table|database|temp))\b/i;

/**
 * Lists the lines of an operator's guide that ask for SQL to be typed, or name an npm command that
 * package.json lacks.
 */
export function operationsFaults(guide, scripts) {
  return guide.split('\n').flatMap((text, at) => {
    const faults = [];
    if (text.startsWith('```sql')) faults.push('a block of SQL');
    else if (statement.test(text)) faults.push('SQL');
    if (/^\s*psql |`psql /.test(text)) faults.push('psql');
    for (const [, name] of text.matchAll(/npm run ([a-z][a-z-]*)/g))
      if (!(name in scripts)) faults.push(`npm run ${name} is no command`);
    return faults.map((fault) => `line ${at + 1}: ${fault}`);
  });
}
