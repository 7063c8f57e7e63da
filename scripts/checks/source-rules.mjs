import { posix } from 'node:path';

const isTest = /\.test\.(ts|tsx|mjs)$|\/test\//;

/**
 * Rules over the source that the linter cannot express. `covers` selects files, `breaks` finds a
 * violation in a file's text (comments included) or path, `example` is a violation that the rule
 * must find, `because` explains the rule to the person who broke it.
 */
export const sourceRules = [
  {
    name: 'one clock',
    covers: (path) =>
      /\.tsx?$/.test(path) &&
      !isTest.test(path) &&
      !/^(contract\/src\/core\/now|sandbox\/src\/party\/clock)\.ts$|^(e2e|bench)\//.test(path),
    breaks: ({ text }) => /new Date\(\s*\)/.test(text),
    example: { path: 'server/src/http/reply.ts', text: 'const at = new Date( );' },
    because: 'contract/src/core/now.ts reads the clock, everything else is handed an instant',
  },
  {
    name: 'today is the server’s',
    // Excepts two files that measure a duration on this device, and one that compares its clock
    // with the server's.
    covers: (path) =>
      /^web\/(?:src|offline)\/.*\.tsx?$/.test(path) &&
      !isTest.test(path) &&
      !/\/(?:server-clock|new-version|note-editor)\.ts$/.test(path),
    breaks: ({ text }) =>
      /import\s*\{[^}]*\bnow\b[^}]*\}\s*from '@samay\/contract\/core\/(?:now|time)'/.test(text),
    example: {
      path: 'web/src/lib/days.ts',
      text: "import { indiaDate, now } from '@samay/contract/core/time';",
    },
    because: "a device's clock may be wrong: serverNow of web/src/lib/api/server-clock.ts has the server's",
  },
  {
    name: 'no SQL out of text',
    // Excepts moving to PostgreSQL and distributing, which name tables of the catalogue and of a
    // list: table names cannot be parameters.
    covers: (path) =>
      /^server\/src\/(?!commands\/(?:move|distribute)\/).*\.ts$/.test(path) && !isTest.test(path),
    breaks: ({ text }) => sqlFromText.test(text),
    example: {
      path: 'server/src/modules/tenancy/plans/queries.ts',
      text: 'pool.query(`select * from plans where name = ${name}`)',
    },
    because: "values reach SQL as parameters: kysely's builder or its sql`` tag",
  },
  {
    name: 'queries are statements',
    covers: (path) => /^server\/src\/(?!db\/).*\.ts$/.test(path) && !isTest.test(path),
    breaks: ({ text }) => /\.execute(?:TakeFirst(?:OrThrow)?|Query)?\(/.test(text),
    example: {
      path: 'server/src/modules/tenancy/plans/queries.ts',
      text: "tx.selectFrom('plans').select('id').execute()",
    },
    because: 'a statement of server/src/db/statement.ts is compiled once: `run` and its like send it',
  },
  {
    name: 'lists are arrays',
    covers: (path) => /^server\/src\/.*\.ts$/.test(path) && !isTest.test(path),
    // Allows a literal list, which has one length, and a subquery, which is a function.
    breaks: ({ text }) => /'(?:not )?in',\s*[^\s[(]/.test(text),
    example: { path: 'server/src/modules/files/uploads/queries.ts', text: "query.where('id', 'in', ids)" },
    because: 'each length of a list would be another text to prepare: write = any(array)',
  },
  {
    name: 'columns are named',
    // Excepts moving to PostgreSQL, which copies the columns that the catalogue names.
    covers: (path) => /^server\/src\/(?!db\/move\/).*\.ts$/.test(path) && !isTest.test(path),
    breaks: ({ text }) => everyColumn.test(text),
    example: {
      path: 'server/src/modules/tenancy/plans/queries.ts',
      text: "tx.selectFrom('plans').selectAll().execute()",
    },
    because:
      'a column that the next release adds must not change what a serving release reads: its prepared plans would fail (decision 0021)',
  },
  {
    name: 'the id of a business is made in one place',
    covers: (path) => /^server\/src\/(?!context\/tenant-id\.ts).*\.ts$/.test(path) && !isTest.test(path),
    breaks: ({ text }) => castToTenantId.test(text),
    example: {
      path: 'server/src/modules/tenancy/staff/queries.ts',
      text: 'inTenant({ ...work, tenantId: params.id as TenantId }, read)',
    },
    because:
      'a cast makes a business of any text: call tenantIdOf of server/src/context/tenant-id.ts, whose callers are listed',
  },
  {
    name: 'settings are handed in',
    covers: (path) => /^(server|web|contract)\/src\/.*\.tsx?$/.test(path) && !isTest.test(path),
    breaks: ({ text }) => /import\s+(?:\{[^}]*\benv\b[^}]*\}|\w+)\s+from\s+'(?:node:)?process'/.test(text),
    example: { path: 'server/src/http/reply.ts', text: "import { env } from 'node:process';" },
    because: 'only server/src/main.ts reads the environment',
  },
  {
    name: 'tests run',
    covers: (path) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(path),
    breaks: ({ text }) => /\b(test|it|describe)(\.\w+)*\.(skip|only|todo|fixme|fails)\(/.test(text),
    example: { path: 'server/src/a.test.ts', text: "test.skip('x', () => {})" },
    because: 'a test that does not run proves nothing',
  },
  {
    name: 'tests wait with patience',
    covers: (path) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(path),
    breaks: ({ text }) => /\bvi\.wait(?:For|Until)\(/.test(text),
    example: { path: 'server/src/a.test.ts', text: 'await vi.waitFor(() => expect(heard).toEqual([1]));' },
    because:
      "vitest's own waits give up after a second: expect.poll has the time of scripts/test-timeouts.mjs, and waitFor that of web/test/setup.ts",
  },
  {
    name: 'our own modules are not mocked',
    covers: (path) => isTest.test(path),
    breaks: ({ text }) => /\bvi\.(mock|doMock|hoisted)\(/.test(text),
    example: { path: 'web/src/a.test.tsx', text: "vi.mock('./api.ts')" },
    because: 'third parties are local servers, our own code is the code under test',
  },
  {
    name: 'suppressions say why',
    covers: (path) => /\.(ts|tsx|mjs)$/.test(path),
    breaks: ({ text }) =>
      /(?:oxlint|eslint)-disable(?![^\n]* -- \w)|@ts-expect-error\s*(?:\*\/|\n|$)/.test(text),
    example: { path: 'server/src/a.ts', text: '// oxlint-disable-next-line no-console\n' },
    because: 'a rule that is put aside needs its reason after " -- "',
  },
  {
    name: 'nothing is left for later',
    covers: (path) => /\.(ts|tsx|mjs|sql|css)$/.test(path),
    breaks: ({ text }) => leftForLater.test(text),
    example: { path: 'server/src/a.ts', text: ['// TO', 'DO: later'].join('') },
    because: 'what is not done is no part of the source',
  },
  {
    name: 'only documents of the repository are cited',
    covers: (path) => /\.(ts|tsx|mjs|sql|css|html)$/.test(path),
    breaks: ({ text }) => foreignDocument.test(text),
    example: { path: 'server/src/a.ts', text: '/** Limits an attempt (reliability.md 5.4). */' },
    because:
      'a reader has no other: name a rule of docs/product.md or docs/threats.md, or a decision by its number',
  },
  {
    name: 'files are named by the grammar',
    covers: (path) => /\.(ts|tsx|mjs)$/.test(path),
    breaks: ({ path }) =>
      !/^[a-z0-9-]+(\.(test|spec|config|d))*\.\w+$/.test(fileName(path)) ||
      (vagueName.test(fileName(path)) && !servicesOffered.test(path)),
    example: { path: 'server/src/http/stringUtils.ts', text: '' },
    because: 'kebab-case, and no utils, helpers, common, manager, service or types',
  },
  {
    name: 'text has four sizes',
    // Excepts print sheets, which are measured in points.
    covers: (path) => /^web\/src\/(?!ui\/layout\/print-sheet).*\.css$/.test(path),
    breaks: ({ text }) => /font-size:(?!\s*(?:var\(--mantine-font-size-|inherit))/.test(text),
    example: { path: 'web/src/ui/table/badge.module.css', text: 'font-size: 13px;' },
    because:
      "--mantine-font-size-xs, -sm, -md or -xl of web/src/ui/theme/theme.ts, which grow with the browser's own size of text",
  },
  {
    name: 'an animation has a colour for each theme',
    covers: (path) => /^web\/.*\.css$/.test(path),
    breaks: ({ text }) => /@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\{[^{}]*light-dark\(/.test(text),
    example: {
      path: 'web/src/ui/a.module.css',
      text: '@keyframes glow { 0% { color: red; } 40% { background: light-dark(#fff, #000); } }',
    },
    because:
      'the build writes the dark half of light-dark() into a rule of its own, which an animation cannot have: name a variable of web/src/ui/theme/theme.ts',
  },
  {
    name: 'what is named has a role',
    covers: (path) => /^web\/src\/.*\.tsx$/.test(path) && !isTest.test(path),
    breaks: ({ text }) => /<(?:Skeleton|Stack|div)\b(?![^>]*\brole=)[^>]*\saria-label="Loading/.test(text),
    example: { path: 'web/src/ui/a.tsx', text: '<Skeleton height={48} aria-label="Loading" />' },
    because:
      'a name on an element without a role is not read out (ARIA in HTML), and axe only meets what loads while it looks',
  },
  {
    name: 'a refused form focuses its first invalid field',
    covers: (path) => /^web\/src\/.*\.tsx$/.test(path) && !isTest.test(path),
    breaks: ({ text }) =>
      /\bnoValidate\b/.test(text) &&
      /\berror=|\bgetInputProps\b/.test(text) &&
      !/\bfocusFirstError\(|\.focus\(/.test(text),
    example: {
      path: 'web/src/modules/tenancy/staff/a-form.tsx',
      text: '<form onSubmit={handleSubmit} noValidate><TextInput error={wrong} /></form>',
    },
    because: 'call focusFirstError of web/src/ui/form/form-errors.ts where the form or the server refuses',
  },
  {
    name: 'plain words',
    covers: (path) =>
      (/^(?:web|contract)\/src\/.*\.tsx?$|^web\/(?:landing|offline)\/.*\.html$/.test(path) ||
        /^server\/src\/modules\/.*\/(?:email-templates?|refresh|end-unpaid-plans)\.ts$/.test(path)) &&
      !isTest.test(path),
    breaks: ({ path, text }) => {
      const said = text.replaceAll(comment, ' ');
      return retiredWord.test(said) || (otherSignIn.test(said) && !namesLogin.has(path));
    },
    example: {
      path: 'web/src/modules/tenancy/staff/wording.ts',
      text: "export const sent = 'We have sent an e-mail.';",
    },
    because:
      'docs/decisions/0015-words.md has one plain term for each thing, and these are the words that it replaces',
  },
  {
    name: 'files stay small',
    // Excepts the generated types of all tables.
    covers: (path) => /\.(ts|tsx|mjs)$/.test(path) && path !== 'server/src/db/schema.ts',
    breaks: ({ text }) => text.split('\n').length > 481,
    example: { path: 'server/src/a.ts', text: '\n'.repeat(481) },
    because: 'no file is above 480 lines',
  },
];

const sqlStart = String.raw`\s*(?:select|insert\s+into|update\s+\w+\s+set|delete\s+from)\s`;

/**
 * Matches an untagged template that begins like SQL and interpolates, or a quoted text that begins
 * like SQL and is concatenated.
 */
const sqlFromText = new RegExp(
  `(?<![\\w>)])\`${sqlStart}[^\`]*\\$\\{|(?:'${sqlStart}[^'\\n]*'|"${sqlStart}[^"\\n]*")\\s*\\+`,
  'i',
);

/**
 * Matches all columns of a table: kysely's two methods, or a star after `select` or `returning`.
 * `count(*)` does not count.
 */
const everyColumn = /\.(?:selectAll|returningAll)\(|\b(?:select|returning)\s+(?:distinct\s+)?(?:\w+\.)?\*/i;

/** Matches an assertion, or one of kysely's two, that makes a `TenantId` of another value. */
const castToTenantId =
  /\bas\s+(?:\w+\s+as\s+)?(?:TenantId\b|\{[^}]*\bTenantId\b)|\$(?:castTo|narrowType)<[^;(]*\bTenantId\b/;

/** Matches comments, which no user reads, of scripts, of JSX and of HTML. */
const comment = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:'"])\/\/.*$/gm;

/** Words and phrases that no text for users may contain any more. */
const retiredWord =
  /\be-mail|\banew\b|\bwhoever\b|\bat once\b|\b(?:this|the|a) letter we\b|\b(?:gets?|sends?|by|your|a|no more) mail\b(?! server)|\bcounts? no more\b|\bfares?\b|\bbe begun\b|\bsoftware of yours\b|\banswer this letter\b/i;

/**
 * Other names for Sign in and Sign out. Login and Logout are agreed texts in the four files of
 * `namesLogin`.
 */
const otherSignIn = /(?:['">]\s*)(?:Log ?in|Log ?out)(?:\s*['"<])/;
const namesLogin = new Set([
  'web/src/app/pages/notice-pages.tsx',
  'web/src/app/shell/sidebar.tsx',
  'web/landing/parts/top.html',
  'web/landing/parts/foot.html',
]);

/** A document that the repository does not contain. */
const foreignDocument =
  /\b(?:specification|reliability|baseline|decisions|integrations|messages|operating|sharding|house-style|design-brief|public-booking|the-day|moving-in-and-out|time)\.md\b|\b(?:the|of|in) specification\b|\(?\bspecification,? (?:\d|section)|\breliability \d|\bdecisions,? "|\bsections? \d+ (?:of|and|")/i;

const leftForLater = new RegExp(['\\bTO', 'DO\\b|\\bFIX', 'ME\\b|\\bXXX\\b'].join(''));
/** The services that a business offers, a word of the domain. */
const servicesOffered = /\/availability\/services(?:(?:\.test)?\.ts$|\/service)/;
const vagueName = /^(.*-)?(utils?|helpers?|common|managers?|services?|types)(\.|-)/;

function fileName(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Finds the classes that a file uses and its style sheet does not define, as `path: classes.name`.
 */
export function unknownClasses({ path, text }, sources) {
  return [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)].flatMap(([, name, sheet]) => {
    const styles =
      sources.find((source) => source.path === posix.join(posix.dirname(path), sheet))?.text ?? '';
    const known = new Set([...styles.matchAll(/\.([A-Za-z]\w*)/g)].map(([, className]) => className));
    const used = [...text.matchAll(new RegExp(`(?<![\\w./-])${name}\\.(\\w+)`, 'g'))].map(
      ([, className]) => className,
    );
    return used
      .filter((className) => !known.has(className))
      .map((className) => `${path}: ${name}.${className}`);
  });
}
