import { endpoints } from '@samay/contract/index';
import { type FastifyReply, fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { replyWriter } from './reply-writer.ts';

interface JsonSchema {
  readonly type?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Record<string, JsonSchema>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
}

const app = fastify();
const written: [schema: z.ZodType, answer: unknown][] = [];
app.get('/:at', async (request, reply: FastifyReply) => {
  const [schema, answer] = written[Number((request.params as { at: string }).at)] ?? [z.object({}), {}];
  return reply.type('application/json; charset=utf-8').send(replyWriter(schema)(answer));
});
afterAll(() => app.close());

async function write(schema: z.ZodType, answer: unknown): Promise<string> {
  const at = written.push([schema, answer]) - 1;
  return (await app.inject(`/${at}`)).body;
}

/** Makes a value that a schema allows; with `extra`, every object has one more field. */
function makeSample(schema: JsonSchema, extra: boolean): unknown {
  const { type, anyOf, properties = {}, additionalProperties, items, format, minimum } = schema;
  if (anyOf) return makeSample(anyOf.find((option) => option.type !== 'null') ?? {}, extra);
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (type === 'array') return [makeSample(items ?? {}, extra), makeSample(items ?? {}, extra)];
  if (type === 'object') {
    const own = Object.entries(properties).map(
      ([name, property]) => [name, makeSample(property, extra)] as const,
    );
    if (typeof additionalProperties === 'object') {
      const names = schema.propertyNames?.enum ?? ['some', 'other'];
      return Object.fromEntries(names.map((name) => [name, makeSample(additionalProperties, extra)]));
    }
    return Object.fromEntries(extra ? [...own, ['notInTheContract', 'leaked']] : own);
  }
  if (type === 'integer' || type === 'number') return minimum ?? 7;
  if (type === 'boolean') return true;
  return format === 'date-time' ? '2026-11-22T10:15:00.000Z' : 'Meera "Joshi" \n';
}

describe('a reply', () => {
  const Reply = z.object({
    id: z.string(),
    amount: z.int().min(0).nullable(),
    method: z.enum(['UPI', 'Cash']).nullable(),
    at: z.iso.datetime().nullable(),
    file: z.object({ name: z.string() }).nullable(),
    rows: z.array(z.object({ name: z.string(), note: z.string().optional() })),
    counts: z.record(z.string(), z.int()),
  });
  const row = { name: 'Meera', email: 'hidden' };

  it('has the fields of the contract and no others, at every depth [S-2.14]', async () => {
    const answer = {
      id: 'a',
      amount: 5,
      method: 'UPI',
      at: '2026-11-22T10:15:00.000Z',
      file: row,
      rows: [row],
      counts: { all: 1 },
      password: 1,
    };
    expect(JSON.parse(await write(Reply, answer))).toEqual({
      ...answer,
      file: { name: 'Meera' },
      rows: [{ name: 'Meera' }],
      password: undefined,
    });
  });

  it('keeps null as null, also of an object and of a value with limits', async () => {
    const answer = { id: 'a', amount: null, method: null, at: null, file: null, rows: [], counts: {} };
    expect(await write(Reply, answer)).toBe(JSON.stringify(answer));
  });

  it('without a field of the contract is a fault of the server, not a reply', async () => {
    expect(JSON.parse(await write(Reply, { id: 'a' }))).toMatchObject({ statusCode: 500 });
  });

  it.each([
    ['a list', z.array(z.object({ name: z.string() }))],
    ['values by name', z.record(z.string(), z.object({ name: z.string() }))],
  ])('with a text in place of %s is one too', async (_, schema) => {
    expect(JSON.parse(await write(schema, 'Meera'))).toMatchObject({ statusCode: 500 });
  });
});

const withReply = Object.entries(endpoints).flatMap(([name, { reply }]) =>
  reply ? [[name, reply as z.ZodType] as const] : [],
);

it.each(withReply)(
  '%s answers with all fields of its contract and no others [S-2.14]',
  async (_name, schema) => {
    const json = z.toJSONSchema(schema, {
      target: 'draft-7',
      io: 'output',
      unrepresentable: 'any',
    }) as JsonSchema;
    expect(JSON.parse(await write(schema, makeSample(json, true)))).toEqual(makeSample(json, false));
  },
);
