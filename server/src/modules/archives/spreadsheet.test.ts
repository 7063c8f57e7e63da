import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { afterAll, expect, it } from 'vitest';
import { findProgram } from '../../../../scripts/debian-packages.mjs';
import { archiveOf, textsOf } from '../../../test/fixtures/archives/archives.ts';
import { testApp } from '../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../test/fixtures/builders.ts';
import { isFull, temporaryFolder } from '../../../test/fixtures/invariants/invariant.ts';
import { newAppointment } from '../../../test/fixtures/samples.ts';

// Opens an archive's tables in LibreOffice, in a full run: its package takes a minute to install.

const run = promisify(execFile);
const { program, reason } = isFull
  ? await findProgram('soffice', 'libreoffice-calc-nogui')
  : { program: undefined, reason: 'only npm test -- --full does' };
if (!program) console.warn(`No spreadsheet opens the archive: ${reason}`);
const home = temporaryFolder('spreadsheet');
afterAll(() => home.remove());

it.skipIf(!program)(
  'opens in a spreadsheet with names in Devanagari, numbers as text, dates as dates and amounts as numbers [P-15.43]',
  { timeout: 300_000 },
  async () => {
    const app = await testApp();
    const tenant = await buildTenant(app);
    const desk = await signInAs(app, tenant);
    const body = { ...newAppointment, personName: 'सुनीता देशपांडे', personContact: '+91 98200 55667' };
    expect((await desk.send(createAppointment, { body })).error).toBeUndefined();
    const texts = textsOf(await archiveOf(app, tenant));
    const path = join(home.folder, 'bookings.csv');
    writeFileSync(path, texts['bookings.csv'] ?? '');
    // Commas, quotes, UTF-8, and dates as such: the choices of the dialog that opens a CSV.
    const filter = 'CSV:44,34,76,1,,0,false,true';
    await run(program ?? '', [
      `-env:UserInstallation=file://${home.folder}/profile`,
      '--headless',
      `--infilter=${filter}`,
      '--convert-to',
      'fods',
      '--outdir',
      home.folder,
      path,
    ]);
    const cells = [
      ...readFileSync(join(home.folder, 'bookings.fods'), 'utf8').matchAll(
        /<table:table-cell[^>]*office:value-type="(\w+)"[^>]*>\s*<text:p>(?:<text:tab\/>)?([^<]*)<\/text:p>/g,
      ),
    ].map(([, type, text]) => [type, text]);
    for (const cell of [
      ['string', 'सुनीता देशपांडे'],
      ['string', '+91 98200 55667'],
    ])
      expect(cells).toContainEqual(cell);
    expect(cells.filter(([type]) => type === 'date').length).toBeGreaterThan(0);
    expect(cells).toContainEqual(['float', expect.stringMatching(/^500/)]);
    await app.close();
  },
);
