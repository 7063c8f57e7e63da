import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { pdfFile, pngFile } from '../../fixtures/data/sample-files.ts';
import { expect, test } from '../../fixtures/test.ts';

async function uploadFromRow(
  page: Page,
  personName: string,
  file: ReturnType<typeof pdfFile>,
): Promise<void> {
  await findRow(page, personName)
    .getByRole('button', { name: `Upload prescription of ${personName}` })
    .click();
  await chooseFile(page, file);
}

async function chooseFile(page: Page, file: ReturnType<typeof pdfFile>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(file);
}

test('a PDF is uploaded with a progress bar, shown in the dialog, and replaced by an image, which is downloaded unchanged [T-5.3]', async ({
  openPage,
  apiAs,
}) => {
  const { personName } = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Typed') });
  const page = await openPage('doctor');
  const connection = await page.context().newCDPSession(page);
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await connection.send('Network.enable');
  await connection.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 300_000,
  });
  await uploadFromRow(page, personName, pdfFile('long report.pdf', 3_000_000));
  const progress = page.getByRole('progressbar', { name: 'Uploading' });
  await expect(progress).toBeVisible();
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await connection.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await expect(page.getByText('Prescription uploaded')).toBeVisible();

  // Both buttons end before the reference begins, with room between them.
  const row = findRow(page, personName);
  const [upload, reference] = await Promise.all([
    row.getByRole('button', { name: `Upload prescription of ${personName}` }).boundingBox(),
    row.getByTitle(/^booking_/).boundingBox(),
  ]);
  expect((reference?.x ?? 0) - (upload?.x ?? 0) - (upload?.width ?? 0)).toBeGreaterThanOrEqual(6);

  const served = page.waitForResponse((response) => response.url().includes('/api/files/'));
  await findRow(page, personName)
    .getByRole('button', { name: `View prescription of ${personName}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Prescription of ${personName}` });
  const frame = dialog.locator('iframe');
  const notSupported = dialog.getByText('This browser does not show PDF files here.');
  await expect(frame.or(notSupported)).toBeVisible();
  if (await frame.isVisible()) {
    const response = await served;
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toBe('application/pdf');
  }
  await page.keyboard.press('Escape');

  await uploadFromRow(page, personName, pngFile('second try.png'));
  await expect(page.getByText('Prescription uploaded').last()).toBeVisible();
  await findRow(page, personName)
    .getByRole('button', { name: `View prescription of ${personName}` })
    .click();
  const shown = dialog.getByRole('img', { name: /^prescription_/ });
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(64);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.png$/);
  expect(await readFile(await file.path())).toEqual(pngFile().buffer);
  await expect(page).toHaveURL(/\/dashboard\/appointments/);
});
