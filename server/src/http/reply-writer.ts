import { z } from 'zod';

/** Copies the fields of a value that the contract names, at every depth. */
type Copy = (value: unknown) => unknown;

/**
 * The length in characters from which a reply is sent as bytes: Node reserves three times the
 * length of a string that it sends, and copies it twice.
 */
const longReply = 8_192;

/**
 * Writes replies as JSON with the fields of the contract and no others. The copying function is
 * compiled for the first reply, because a process is never asked for most endpoints.
 *
 * @returns a function that throws a TypeError where a field of the contract is missing
 */
export function replyWriter(schema: z.ZodType): (answer: unknown) => string | Buffer {
  let compiled: Copy | undefined;
  return (answer) => {
    compiled ??= getCopy(schema) ?? ((value) => value);
    const text = JSON.stringify(compiled(answer));
    return text.length < longReply ? text : Buffer.from(text);
  };
}

/** Returns the copying function; undefined if a value has no fields and is written unchanged. */
function getCopy(schema: unknown): Copy | undefined {
  if (schema instanceof z.ZodObject) return copyOfObject(schema);
  if (schema instanceof z.ZodArray) {
    const copy = getCopy(schema.element);
    return copy && ((values) => getList(values).map((value) => copy(value)));
  }
  if (schema instanceof z.ZodRecord) {
    const copy = getCopy(schema.valueType);
    return (
      copy && ((values) => Object.fromEntries(getEntries(values).map(([name, value]) => [name, copy(value)])))
    );
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const copy = getCopy(schema.unwrap());
    return copy && ((value) => (value === null || value === undefined ? value : copy(value)));
  }
  if (plain.some((type) => schema instanceof type)) return undefined;
  throw new Error('a reply of the contract has a type that nobody writes');
}

const plain = [
  z.ZodString,
  z.ZodStringFormat,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodNull,
  z.ZodUnknown,
];

/**
 * Compiles the copying to an object literal: in a loop over the names, a list of 50 rows takes ten
 * times as long. The names are those of the contract, never those of a value.
 */
function copyOfObject({ shape }: z.ZodObject): Copy {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name: JSON.stringify(name),
    copy: getCopy(schema),
    isRequired: !(schema instanceof z.ZodOptional),
  }));
  const checks = fields
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => `if (value[${name}] === undefined) missing(${name});`);
  const copies = fields.map(
    ({ name, copy }, at) => `${name}: ${copy ? `copies[${at}](value[${name}])` : `value[${name}]`}`,
  );
  // oxlint-disable-next-line typescript/no-implied-eval -- see above
  const make = new Function(
    'copies',
    'missing',
    `return (value) => { ${checks.join(' ')} return { ${copies.join(', ')} }; };`,
  );
  return make(
    fields.map(({ copy }) => copy),
    missing,
  ) as Copy;
}

function getList(values: unknown): readonly unknown[] {
  if (Array.isArray(values)) return values;
  throw new TypeError('the answer has no list where the contract names one');
}

function getEntries(values: unknown): [string, unknown][] {
  if (typeof values === 'object' && values !== null) return Object.entries(values);
  throw new TypeError('the answer has no values by name where the contract names them');
}

function missing(name: string): never {
  throw new TypeError(`the answer has no ${name}, which the contract names`);
}
