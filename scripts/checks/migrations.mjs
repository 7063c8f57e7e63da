import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const squawk = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk');

/** Rules of Squawk that do not hold here, each with its reason. */
const leftOut = {
  'ban-drop-column': 'what is dropped is compared with the server below',
  'ban-drop-table': 'what is dropped is compared with the server below',
  'prefer-bigint-over-int': 'a count of one business, a duration or a price fits into 32 bits',
  'prefer-robust-stmts': 'a file is one transaction, and an index built alone is begun again',
  'require-lock-timeout': 'apply-migration.ts sets it for every file',
  'require-statement-timeout': 'a statement without locks of others may take its time',
};

/** Adds the rules that Squawk lacks (decision 0021): a pattern of one statement, and its message. */
const refused = [
  [
    /\b(?:disable|no force) row level security\b|^(?:drop|alter) policy\b|^grant\b[^;]*\bto public\b/,
    'opens rows of one business to another',
  ],
  [
    /^(?:update|delete|truncate|merge)\b|^insert into\b[^;]*\bselect\b/,
    'changes rows: the server moves them in steps, while it serves',
  ],
  [
    /^create table\b[^;]*\btenant_id\b[^;]*\breferences\b/,
    'adds a foreign key before isolate_tenant, which divides the table on Citus',
  ],
  [/^(?:begin|commit|rollback|start transaction)\b/, 'ends the transaction that a file is'],
];

/** Matches a statement that removes what running servers use. */
const dropped =
  /\bdrop (?:column|table|function|view|type|sequence)(?: if exists)? (?:public\.)?"?(\w+)|\brename (?:column )?"?(\w+)"? to\b|^alter table (?:if exists )?(?:only )?"?(\w+)"? rename to\b/g;

const concurrently = /^(?:create (?:unique )?|drop )index concurrently\b/;

/**
 * Returns the faults of migrations, each a sentence that begins with the file's name.
 * @param migrations as `{ name, sql }`, without the baseline
 * @param sources the running server, as `{ path, text }`
 */
export function findFaults(migrations, sources) {
  return migrations.flatMap(({ name, sql }) =>
    [...ownFaults(sql, sources), ...squawkFaults(sql)].map((fault) => `${name}: ${fault}`),
  );
}

function ownFaults(sql, sources) {
  const statements = statementsOf(sql);
  return [
    ...statements.flatMap((statement) =>
      refused.filter(([pattern]) => pattern.test(statement)).map(([, what]) => `${statement} – ${what}`),
    ),
    ...statements.flatMap((statement) => {
      const [user, name] = findUser(statement, sources) ?? [];
      return user ? [`${statement} – the server names ${name} in ${user.path}`] : [];
    }),
    ...tablesOpen(statements).map((table) => `${table} is neither isolated nor kept for the platform`),
    ...(statements.length > 1 && statements.some((statement) => concurrently.test(statement))
      ? ['an index that is built while others write stands alone in its file']
      : []),
  ];
}

function findUser(statement, sources) {
  for (const match of statement.matchAll(dropped)) {
    const name = match.slice(1).find(Boolean);
    const user = sources.find(({ text }) => new RegExp(String.raw`\b${name}\b`).test(text));
    if (user) return [user, name];
  }
  return undefined;
}

function tablesOpen(statements) {
  const made = statements.flatMap((text) => /^create table (?:if not exists )?"?(\w+)/.exec(text)?.[1] ?? []);
  const calls = statements.map((text) =>
    /^select (?:isolate_tenant|keep_for_platform)\('(\w+)'\)$/.exec(text),
  );
  return made.filter((table) => !calls.some((call) => call?.[1] === table));
}

/** Splits a file into statements in lower case, without comments and bodies of functions. */
function statementsOf(sql) {
  const inOne = sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$/g, '');
  return inOne
    .replaceAll(/'(?:[^']|'')*'/g, (text) => text.replaceAll(';', ''))
    .split(';')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
}

function squawkFaults(sql) {
  const isAlone = statementsOf(sql).every((statement) => concurrently.test(statement));
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      squawk,
      '--reporter=json',
      '--pg-version=15.0',
      `--exclude=${Object.keys(leftOut).join()}`,
      `--${isAlone ? 'no-' : ''}assume-in-transaction`,
      '--stdin-filepath=migration.sql',
    ],
    { input: sql, encoding: 'utf8' },
  );
  if (status !== 0 && !stdout) throw new Error(`Squawk did not run: ${stderr}`);
  return JSON.parse(stdout).map(
    ({ line, message, rule_name: rule }) => `line ${line + 1}: ${message} (${rule})`,
  );
}
