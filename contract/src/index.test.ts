import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyEndpoint } from './core/endpoint.ts';
import { endpoints } from './index.ts';
import { wording } from './core/wording.ts';

const all: [string, AnyEndpoint][] = Object.entries(endpoints);

it('has every endpoint that a file of the contract exports, each under a name of its own', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts',
  );
  const exported = await Promise.all(
    files.map(async (file) => Object.entries((await import(`./${file}`)) as object)),
  );
  const names = exported.flat().flatMap(([name, value]) => (isEndpoint(value) ? [name] : []));
  expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

it('gives each endpoint an address of its own', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

it.each(all)('%s names its parameters, and takes nothing that it does not name', (_name, endpoint) => {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
  expect(endpoint.path).toMatch(/^\/api\/[a-z-]+/);
  expect(propertiesOf(endpoint.params)).toEqual(inPath);
  for (const part of [endpoint.params, endpoint.query, endpoint.body])
    if (part) expect(isStrict(part)).toBe(true);
  if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined();
  expect(endpoint.summary).toMatch(/\.$/);
});

it('has two vocabularies with the same words in both', () => {
  expect(Object.keys(wording.turf)).toEqual(Object.keys(wording.doctor));
  expect([wording.doctor.service, wording.turf.service]).toEqual(['General Consultation', 'Turf Booking']);
});

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

interface ObjectSchema {
  properties?: Record<string, unknown>;
  additionalProperties?: boolean;
}

function schemaOf(schema: z.ZodType): ObjectSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectSchema;
}

function propertiesOf(schema: z.ZodType | undefined): string[] {
  return schema ? Object.keys(schemaOf(schema).properties ?? {}) : [];
}

function isStrict(schema: z.ZodType): boolean {
  return schemaOf(schema).additionalProperties === false;
}
