import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldSentence } from './field-sentences.ts';
import { endpoints } from '../index.ts';
import { PaymentDetails } from '../bookings/appointments.ts';

const junk = [
  undefined,
  null,
  '',
  'x'.repeat(5000),
  '\u0007',
  -1,
  1.5,
  2e9,
  Number.NaN,
  true,
  [],
  Array(500).fill('x'),
  {},
  new Date(0),
];
const ofZod = /^(?:Invalid|Too|Unrecognized|Expected|Number|String)\b/;

/**
 * Collects the error sentences of requests with junk in some field, as `endpoint field: sentence`.
 */
function collectSentences(
  name: string,
  schema: z.ZodType | undefined,
  error: z.core.$ZodErrorMap | undefined,
): string[] {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const tried = [{}, ...fields.flatMap((field) => [...junk, { a: 1 }].map((value) => ({ [field]: value })))];
  return tried.flatMap((value) => {
    const issues = schema?.safeParse(value, error && { error }).error?.issues ?? [];
    return issues.map(({ path, message }) => `${name} ${path.join('.')}: ${message}`);
  });
}

function allSentences(error?: z.core.$ZodErrorMap): string[] {
  return Object.entries(endpoints).flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap((schema) => collectSentences(name, schema, error)),
  );
}

it('every field error is one of our sentences [P-5.17]', () => {
  const isOfZod = (line: string) => ofZod.test(line.slice(line.indexOf(': ') + 2));
  expect(allSentences().filter(isOfZod).length).toBeGreaterThan(100);
  const sentences = allSentences(fieldSentence);
  expect(sentences.length).toBeGreaterThan(1000);
  expect([...new Set(sentences.filter(isOfZod))]).toEqual([]);
});

it.each([-1, 1_000_000_001, 0.5, '5', Number.NaN])(
  'an amount of %s is refused with what an amount is [P-5.17]',
  (amount) => {
    const { error } = PaymentDetails.partial().safeParse({ amount });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Please enter an amount from ₹0 to ₹1,00,00,000',
    ]);
  },
);
