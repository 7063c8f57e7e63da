import { writeUses } from '@samay/contract/imports/columns';
import { getImport, type Import, listImportRows, listImports } from '@samay/contract/imports/imports';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { advanceAll } from '../../../../test/fixtures/imports/imports.ts';
import { buildWorkbook } from '../../../../test/fixtures/imports/workbooks.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { multipart } from '../../../../test/fixtures/send-upload.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
afterAll(() => app.close());

async function send(path: string, content: Buffer | string, fileName = 'patients.csv') {
  const { payload, headers } = multipart([{ fileName, mediaType: 'text/csv', content }]);
  const response = await app.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    payload,
    headers: { ...owner.headers(), ...headers },
  });
  return { status: response.statusCode, body: response.json() };
}

/** Waits until the rows of a file are stored, and lets them be checked. */
async function checked({ id }: Import): Promise<Import> {
  const look = async () => (await owner.call(getImport, { params: { id } })).body;
  await expect.poll(async () => (await look()).state, { timeout: 20_000 }).not.toBe('reading');
  await advanceAll(app);
  return look();
}

const list = async () => (await owner.call(listImports)).body.items;

it('recognises a file, adds it with its columns, and says of each row what would become of it [P-15.63]', async () => {
  await owner.call(createAppointment, {
    body: { ...newAppointment, personName: 'Asha Patil', personContact: '98200 11111' },
  });
  const file = buildWorkbook({
    rows: [
      ['Patient', 'Mobile', 'Age', 'Ref'],
      ['Asha Patil', 9820011111, 34, 'x'],
      ['रवि', '098200 22222', 'thirty', 'y'],
      ['Uma', '9.8E+9', '', ''],
      ['Total', 3, '', ''],
    ],
  });
  const found = await send('import-columns?kind=people', file, 'my patients.xlsx');
  expect(found.body).toMatchObject({ headLine: 1, rows: 3 });
  const uses = writeUses(found.body.columns);
  expect(uses).toBe('name,contact,born,-');
  expect(await list()).toEqual([]);
  const added = await send(`imports?kind=people&columns=${uses}`, file, '../my patients.xlsx');
  expect([added.status, added.body]).toMatchObject([201, { fileName: 'my patients.xlsx', state: 'reading' }]);
  expect(await checked(added.body)).toMatchObject({
    state: 'ready',
    total: 3,
    counts: { new: 1, changed: 1, refused: 1 },
  });
  const { items } = (await owner.call(listImportRows, { params: { id: added.body.id } })).body;
  expect(items.map(({ line, cells, outcome }) => [line, cells[0], outcome])).toEqual([
    [2, 'Asha Patil', 'changed'],
    [3, 'रवि', 'new'],
    [4, 'Uma', 'refused'],
  ]);
  expect(items[2]?.problems).toMatchObject([{ column: 1, code: 'contact.unreadable' }]);
});

it('proposes the columns of the last file with the same heads, and asks nothing about them again [P-15.64]', async () => {
  const file = 'Jatak,Mobile,DOB\nAsha,98200 11111,3/4/92\n';
  const first = await send('import-columns?kind=people', file);
  expect(first.body.columns).toMatchObject([{ choices: ['name'] }, {}, { asksOrder: true }]);
  await checked((await send('imports?kind=people&columns=name,contact,born/month', file)).body);
  const second = await send('import-columns?kind=people', file.replace('Jatak', ' JATAK '));
  expect(second.body).toMatchObject({ isRemembered: true });
  expect(writeUses(second.body.columns)).toBe('name,contact,born/month');
  expect(second.body.columns[0]).not.toHaveProperty('choices');
  expect(
    (await send('import-columns?kind=people', 'Jatak,Mobile\nAsha,98200 11111\n')).body,
  ).not.toHaveProperty('isRemembered');
  expect((await send('import-columns?kind=bookings', file)).body).not.toHaveProperty('isRemembered');
});

it('refuses a file that cannot be read, or whose columns are not told, and keeps nothing [P-15.63, T-5.12]', async () => {
  const file = 'Name,Mobile\nAsha,98200 11111\n';
  const codes = [
    await send('import-columns?kind=people', 'x', 'a.png'),
    await send('imports?kind=people&columns=name,contact', 'Name\nAs\0ha\n'),
    await send('imports?kind=people&columns=name,-', file),
    await send('imports?kind=bookings&columns=name,contact', file),
    await send('imports?kind=people&columns=name,contact,-', file),
    await send('imports?kind=people&columns=name,secret', file),
  ].map(({ status, body }) => [status, body.error.code]);
  expect(codes).toEqual([
    [415, 'import.wrong_type'],
    [415, 'import.not_text'],
    [400, 'import.columns_missing'],
    [400, 'import.columns_missing'],
    [409, 'import.columns_changed'],
    [400, 'import.columns_missing'],
  ]);
  expect(await list()).toEqual([]);
});
