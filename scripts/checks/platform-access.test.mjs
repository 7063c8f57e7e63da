import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  differences,
  platformAccess,
  platformCallers,
  platformRightsCallers,
  platformRightsInTenant,
  sourcesOf,
  tenantIdMakers,
  tenantIdSources,
} from './platform-access.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const sources = sourcesOf(root);

test('the list of files that work outside of a business is exact [T-2.7]', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(differences(platformAccess, platformCallers(sources))).toEqual([]);
});

test('the list of files that use the rights of the platform inside a business is exact [T-2.7]', () => {
  expect(differences(platformRightsInTenant, platformRightsCallers(sources))).toEqual([]);
});

test('the list of files that make the id of a business is exact [T-2.7]', () => {
  expect(differences(tenantIdSources, tenantIdMakers(sources))).toEqual([]);
});

test('each listed file has its reason in a sentence [T-2.7]', () => {
  for (const reason of [platformAccess, platformRightsInTenant, tenantIdSources].flatMap(Object.values))
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

test('a new caller, a caller by another name and a listed file that calls no more are found', () => {
  const planted = [
    { path: 'server/src/modules/a/verb.ts', text: 'await asPlatform(context, read);' },
    {
      path: 'server/src/modules/a/renamed.ts',
      text: "import { asJob as everything } from '../../db/tenant.ts';",
    },
    {
      path: 'server/src/modules/a/silent.ts',
      text: '/** Not by `asPlatform`. */\n// asJob(\nawait inTenant(context, read);',
    },
    { path: 'server/src/db/tenant.ts', text: 'export async function asPlatform() {}' },
  ];
  const list = { 'server/src/modules/a/verb.ts': 'A reason.', 'server/src/modules/a/silent.ts': 'A reason.' };
  expect(differences(list, platformCallers(planted))).toEqual([
    'not listed: server/src/modules/a/renamed.ts',
    'listed without a call: server/src/modules/a/silent.ts',
  ]);
  const maker = [{ path: 'server/src/modules/a/verb.ts', text: 'const id = tenantIdOf(request.params.id);' }];
  expect(differences({}, tenantIdMakers(maker))).toEqual(['not listed: server/src/modules/a/verb.ts']);
  const confined = [
    { path: 'server/src/modules/a/verb.ts', text: 'await inTenantAsPlatform(context, write);' },
  ];
  expect(differences({}, platformRightsCallers(confined))).toEqual([
    'not listed: server/src/modules/a/verb.ts',
  ]);
  expect(platformCallers(confined)).toEqual([]);
});
