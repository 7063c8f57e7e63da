import type { Connection, PoolClient, Submittable } from 'pg';
import { prepareValue } from 'pg/lib/utils';
import { columnParsers, isText } from './column-parsers.ts';

/** A statement of a message. Without values it answers no rows. */
export interface Part {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Whether it is prepared: its text is fixed by the code. */
  readonly isPrepared: boolean;
}

interface MessagePart {
  readonly text: string;
  readonly values: readonly unknown[] | undefined;
  /** The name under which it is prepared. */
  readonly name: string | undefined;
}

type Oid = Parameters<typeof columnParsers.getTypeParser>[0];

/** The answer of a statement; `tag` is PostgreSQL's command tag, such as `INSERT 0 1`. */
export interface Answer {
  readonly rows: Record<string, unknown>[];
  tag: string;
}

/** Makes a row from the texts of its columns. */
type MakeRow = (fields: readonly (string | null)[]) => Record<string, unknown>;
type Done = (error: Error | null, answers: Answer[]) => void;

/** The messages of PostgreSQL's protocol, as pg's connection sends them. */
interface Wire {
  readonly stream: { cork?(): void; uncork?(): void };
  readonly parsedStatements: Record<string, string>;
  parse(statement: { text: string; name: string }): void;
  bind(values: { statement: string; values: readonly unknown[]; valueMapper: typeof prepareValue }): void;
  describe(portal: { type: 'P' }): void;
  execute(portal: object): void;
  sync(): void;
  on(event: 'parseComplete', listener: () => void): void;
  off(event: 'parseComplete', listener: () => void): void;
}

/**
 * The functions that make the rows of prepared statements, by connection and name: a change of
 * columns makes the plan stale, and then the name is not used again.
 */
const described = new WeakMap<Wire, Map<string, MakeRow>>();

/**
 * Sends statements in one message and reads their answers. They end with one Sync, so PostgreSQL
 * runs nothing after one that failed: where the first parts open a transaction, none of the others
 * can run outside of it.
 */
export async function sendTogether(
  client: PoolClient,
  parts: readonly MessagePart[],
  answerMs?: number,
): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new OneMessage(parts, answerMs, (error, answers) => (error ? reject(error) : resolve(answers))),
    );
  });
}

/**
 * A query as pg's client drives it: it calls `submit`, then a handler for each answer, and
 * `handleError` at most once.
 */
class OneMessage implements Submittable {
  /** Public for tests that record what is sent. */
  readonly parts: readonly MessagePart[];
  readonly #answers: Answer[];
  /** The names that are being prepared, in the order of the parts. */
  readonly #parsing: string[] = [];
  #wire: Wire | undefined;
  /** The part that is being answered, and the function that makes its rows. */
  #at = 0;
  #makeRow: MakeRow | undefined;
  #unreadable: Error | undefined;
  /** Replaced by pg's client with one that also ends its timer. */
  callback: Done;
  /** The time limit for the answers, instead of the pool's; read by pg's client. */
  readonly query_timeout: number | undefined;

  constructor(parts: readonly MessagePart[], answerMs: number | undefined, done: Done) {
    this.parts = parts;
    this.query_timeout = answerMs;
    this.#answers = parts.map(() => ({ rows: [], tag: '' }));
    this.callback = done;
  }

  submit(connection: Connection): void {
    const wire = (this.#wire = connection as unknown as Wire);
    wire.on('parseComplete', this.#parsed);
    wire.stream.cork?.();
    try {
      for (const part of this.parts) this.#send(wire, part);
      wire.sync();
    } finally {
      wire.stream.uncork?.();
    }
  }

  #send(wire: Wire, { text, values, name = '' }: MessagePart): void {
    const isPrepared =
      name !== '' && (wire.parsedStatements[name] !== undefined || this.#parsing.includes(name));
    if (!isPrepared) {
      wire.parse({ text, name });
      this.#parsing.push(name);
    }
    wire.bind({ statement: name, values: values ?? [], valueMapper: prepareValue });
    if (values && !this.#known(name)) wire.describe({ type: 'P' });
    wire.execute({});
  }

  readonly #parsed = (): void => {
    const name = this.#parsing.shift();
    const text = this.parts.find((part) => part.name === name)?.text;
    if (name && text !== undefined && this.#wire) this.#wire.parsedStatements[name] = text;
  };

  #known(name: string): MakeRow | undefined {
    return this.#wire && name !== '' ? described.get(this.#wire)?.get(name) : undefined;
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#makeRow = rowMaker(fields);
    const { name } = this.parts[this.#at] ?? {};
    if (name === undefined || !this.#wire) return;
    const known = described.get(this.#wire) ?? new Map<string, MakeRow>();
    described.set(this.#wire, known.set(name, this.#makeRow));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#unreadable) return;
    this.#makeRow ??= this.#known(this.parts[this.#at]?.name ?? '');
    if (!this.#makeRow) return;
    try {
      this.#answers[this.#at]?.rows.push(this.#makeRow(fields));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const answer = this.#answers[this.#at];
    if (answer) answer.tag = text;
    this.#at += 1;
    this.#makeRow = undefined;
  }

  /** Handles an empty statement, which answers nothing. */
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /**
   * Answers PostgreSQL's request for rows to copy with none, and its error is that of the message.
   */
  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('rows are not copied in a message of several statements');
  }

  /** Handles a refused statement or a lost connection. */
  handleError(error: Error): void {
    this.#end();
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    this.#end();
    this.callback(this.#unreadable ?? null, this.#answers);
  }

  #end(): void {
    this.#wire?.off('parseComplete', this.#parsed);
  }
}

interface Column {
  readonly name: string;
  readonly dataTypeID: Oid;
}

/**
 * Copies one empty row, so that all rows share its shape: each would otherwise be built column by
 * column.
 */
function rowMaker(columns: readonly Column[]): MakeRow {
  const empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
  const parsed = columns.map(({ name, dataTypeID }, at) => {
    const parse = columnParsers.getTypeParser(dataTypeID, 'text') as (text: string) => unknown;
    return { name, at, parse: isText(parse) ? undefined : parse };
  });
  return (fields) => {
    const row: Record<string, unknown> = { ...empty };
    for (const { name, at, parse } of parsed) {
      const text = fields[at] ?? null;
      if (text !== null) row[name] = parse ? parse(text) : text;
    }
    return row;
  };
}
