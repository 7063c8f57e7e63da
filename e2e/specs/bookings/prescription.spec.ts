import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openAppointmentList, rowOf } from '../../fixtures/actions/appointments.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { pdfFile, pngFile } from '../../fixtures/data/sample-files.ts';
import { expect, test } from '../../fixtures/test.ts';

async function uploadFromRow(
  page: Page,
  personName: string,
  file: ReturnType<typeof pdfFile>,
): Promise<void> {
  await rowOf(page, personName)
    .getByRole('button', { name: `Upload prescription of ${personName}` })
    .click();
  await chooseFile(page, file);
}

async function chooseFile(page: Page, file: ReturnType<typeof pdfFile>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(file);
}

test('an image is uploaded, shown in a dialog, and downloaded unchanged', async ({ openPage, apiAs }) => {
  const { personName } = await (
    await apiAs('desk')
  ).createAppointment({ personName: uniqueName('Photographed') });
  const page = await openPage('doctor');
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await uploadFromRow(page, personName, pngFile());
  await expect(page.getByText('Prescription uploaded')).toBeVisible();
  await rowOf(page, personName)
    .getByRole('button', { name: `View prescription of ${personName}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Prescription of ${personName}` });
  const shown = dialog.getByRole('img', { name: /^prescription_/ });
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(64);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.png$/);
  expect(await readFile(await file.path())).toEqual(pngFile().buffer);
  await expect(page).toHaveURL(/\/dashboard\/appointments/);
});

test('a PDF is uploaded with a progress bar, shown in the dialog, and replaced', async ({
  openPage,
  apiAs,
}) => {
  const { personName } = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Typed') });
  const page = await openPage('owner');
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

  const served = page.waitForResponse((response) => response.url().includes('/api/files/'));
  await rowOf(page, personName)
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
  await rowOf(page, personName)
    .getByRole('button', { name: `View prescription of ${personName}` })
    .click();
  await expect(dialog.getByRole('img', { name: /^prescription_/ })).toBeVisible();
});

test('wrong types, disguised files and files over 10 MB are refused with the specified messages', async ({
  openPage,
  apiAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 415/);
  const { personName } = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Refused') });
  const page = await openPage('doctor');
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await uploadFromRow(page, personName, {
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Tab. Paracetamol'),
  });
  const dialog = page.getByRole('dialog', { name: `Prescription of ${personName}` });
  await expect(dialog.getByRole('alert')).toHaveText('Only .jpg, .jpeg, .png, and .pdf files are allowed');
  await chooseFile(page, pdfFile('scan.pdf', 10 * 1024 * 1024));
  await expect(dialog.getByRole('alert')).toHaveText('File size must be less than 10MB');
  // HTML with a script, named as an image: the server checks the content.
  await chooseFile(page, {
    name: 'scan.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<script>alert(1)</script>'),
  });
  await expect(dialog.getByRole('alert')).toContainText('Only .jpg, .jpeg, .png, and .pdf files are allowed');
  await chooseFile(page, pdfFile());
  await expect(dialog).toBeHidden();
  await expect(
    rowOf(page, personName).getByRole('button', { name: `View prescription of ${personName}` }),
  ).toBeVisible();
});

test('the desk can view a prescription and not upload one; its link answers 403 to a person who is signed out', async ({
  openPage,
  apiAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 40[13]/);
  const desk = await apiAs('desk');
  const { personName } = await desk.createAppointment({ personName: uniqueName('Viewed') });
  const doctor = await openPage('doctor');
  await openAppointmentList(doctor, `?search=${encodeURIComponent(personName)}`);
  await uploadFromRow(doctor, personName, pngFile());
  await expect(doctor.getByText('Prescription uploaded')).toBeVisible();

  const page = await openPage('desk');
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  const row = rowOf(page, personName);
  await expect(row.getByRole('button', { name: /^Upload/ })).toHaveCount(0);
  await row.getByRole('button', { name: `View ${personName}` }).click();
  const details = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(details.getByRole('button', { name: 'Replace' })).toHaveCount(0);
  const link = page.waitForResponse('**/prescription/link');
  await details.getByRole('button', { name: 'View prescription' }).click();
  const dialog = page.getByRole('dialog', { name: `Prescription of ${personName}` });
  await expect(dialog.getByRole('img', { name: /^prescription_/ })).toBeVisible();

  const { url } = (await (await link).json()) as { url: string };
  const stranger = await openPage();
  expect((await stranger.request.get(url)).status()).toBe(403);
  expect((await stranger.request.get(url.replace(/signature=\w/, 'signature=_'))).status()).toBe(403);
});
