/**
 * Splits SQL into its statements, in one pass: in lower case, with single spaces, without comments,
 * and with empty string literals. Function bodies are left out. The statements of a `do` block are
 * included, because it runs at once, and so are those that it builds as strings.
 */
export function statementsOf(sql: string): string[] {
  const found: string[] = [];
  const nested: string[] = [];
  let statement = '';
  const end = () => {
    const text = statement.replaceAll(/\s+/g, ' ').trim().toLowerCase();
    if (text !== '') found.push(text);
    for (const body of nested.splice(0)) {
      if (/^do\b/.test(text))
        found.push(...statementsOf(body).map(withoutControl), ...stringsOf(body).flatMap(statementsOf));
    }
    statement = '';
  };
  for (const { kind, text } of tokensOf(sql)) {
    if (kind === 'end') end();
    else if (kind === 'comment') statement += ' ';
    else if (kind === 'code') statement += text;
    else {
      statement += "''";
      if (kind === 'body') nested.push(text);
    }
  }
  end();
  return found;
}

/** Removes control words before a statement: `begin alter table …` becomes `alter table …`. */
function withoutControl(statement: string): string {
  return statement.replace(/^.*\b(?:begin|then|else|loop) /, '');
}

function stringsOf(sql: string): string[] {
  return [...tokensOf(sql)].flatMap(({ kind, text }) => (kind === 'string' ? [text] : []));
}

interface Token {
  readonly kind: 'comment' | 'string' | 'body' | 'end' | 'code';
  readonly text: string;
}

function* tokensOf(sql: string): Generator<Token> {
  for (let at = 0; at < sql.length;) {
    const token = tokenAt(sql, at);
    at = token.next;
    yield token;
  }
}

function tokenAt(sql: string, at: number): Token & { next: number } {
  const from = (kind: Token['kind'], next: number, start = at, end = next) => ({
    kind,
    text: sql.slice(start, end),
    next,
  });
  if (sql.startsWith('--', at)) return from('comment', indexOr(sql, '\n', at));
  if (sql.startsWith('/*', at)) return from('comment', indexOr(sql, '*/', at + 2) + 2);
  if (sql[at] === ';') return from('end', at + 1);
  if (sql[at] === "'") {
    const close = closingQuote(sql, at + 1, /[eE]/.test(sql[at - 1] ?? ''));
    return from('string', close + 1, at + 1, close);
  }
  if (sql[at] === '"') return from('code', indexOr(sql, '"', at + 1) + 1);
  if (sql[at] === '$') {
    bodyStart.lastIndex = at;
    const [tag] = bodyStart.exec(sql) ?? [];
    if (tag !== undefined) {
      const close = indexOr(sql, tag, at + tag.length);
      return from('body', close + tag.length, at + tag.length, close);
    }
  }
  return from('code', at + 1);
}

const bodyStart = /\$(?:[a-z_]\w*)?\$/iy;

/**
 * The position of the closing quote. A doubled quote is an escaped one, and in an E string so is a
 * quote after a backslash.
 */
function closingQuote(sql: string, start: number, escapes: boolean): number {
  for (let at = start; at < sql.length; at += 1) {
    if (escapes && sql[at] === '\\') at += 1;
    else if (sql[at] === "'" && sql[at + 1] === "'") at += 1;
    else if (sql[at] === "'") return at;
  }
  return sql.length;
}

function indexOr(sql: string, text: string, from: number): number {
  const at = sql.indexOf(text, from);
  return at === -1 ? sql.length : at;
}

/** Splits a list at the commas outside of parentheses. */
export function clausesOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
