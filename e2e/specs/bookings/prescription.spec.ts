import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { newName, openList, rowOf } from '../../fixtures/actions/appointments.ts';
import { pdf, picture } from '../../fixtures/data/sample-files.ts';

async function chooseFile(page: Page, personName: string, file: ReturnType<typeof pdf>): Promise<void> {
  await rowOf(page, personName)
    .getByRole('button', { name: `Upload prescription of ${personName}` })
    .click();
  await chooseAgain(page, file);
}

async function chooseAgain(page: Page, file: ReturnType<typeof pdf>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(file);
}

test('a picture is uploaded, shown in a dialog, and downloaded as it was', async ({ open, as }) => {
  const { personName } = await (await as('desk')).book({ personName: newName('Photographed') });
  const page = await open('doctor');
  await openList(page, `?search=${encodeURIComponent(personName)}`);
  await chooseFile(page, personName, picture());
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
  expect(await readFile(await file.path())).toEqual(picture().buffer);
  await expect(page).toHaveURL(/\/dashboard\/appointments/);
});

test('a PDF is uploaded with its progress told, shown in the dialog, and replaced', async ({ open, as }) => {
  const { personName } = await (await as('desk')).book({ personName: newName('Typed') });
  const page = await open('owner');
  const connection = await page.context().newCDPSession(page);
  await openList(page, `?search=${encodeURIComponent(personName)}`);
  await connection.send('Network.enable');
  await connection.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 300_000,
  });
  await chooseFile(page, personName, pdf('long report.pdf', 3_000_000));
  const progress = page.getByRole('progressbar', { name: 'Uploading' });
  await expect(progress).toBeVisible();
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await connection.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await expect(page.getByText('Prescription uploaded')).toBeVisible();

  const served = page.waitForResponse((response) => response.url().includes('/api/files/'));
  await rowOf(page, personName)
    .getByRole('button', { name: `View prescription of ${personName}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Prescription of ${personName}` });
  const frame = dialog.locator('iframe');
  const told = dialog.getByText('This browser does not show PDF files here.');
  await expect(frame.or(told)).toBeVisible();
  if (await frame.isVisible()) {
    const response = await served;
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toBe('application/pdf');
  }
  await page.keyboard.press('Escape');

  await chooseFile(page, personName, picture('second try.png'));
  await expect(page.getByText('Prescription uploaded').last()).toBeVisible();
  await rowOf(page, personName)
    .getByRole('button', { name: `View prescription of ${personName}` })
    .click();
  await expect(dialog.getByRole('img', { name: /^prescription_/ })).toBeVisible();
});

test('wrong types, disguised files and files over 10 MB are refused in the words of the specification', async ({
  open,
  as,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 415/);
  const { personName } = await (await as('desk')).book({ personName: newName('Refused') });
  const page = await open('doctor');
  await openList(page, `?search=${encodeURIComponent(personName)}`);
  await chooseFile(page, personName, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Tab. Paracetamol') });
  const dialog = page.getByRole('dialog', { name: `Prescription of ${personName}` });
  await expect(dialog.getByRole('alert')).toHaveText('Only .jpg, .jpeg, .png, and .pdf files are allowed');
  await chooseAgain(page, pdf('scan.pdf', 10 * 1024 * 1024));
  await expect(dialog.getByRole('alert')).toHaveText('File size must be less than 10MB');
  // A page of script under a harmless name: the server looks inside.
  await chooseAgain(page, { name: 'scan.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') });
  await expect(dialog.getByRole('alert')).toContainText('Only .jpg, .jpeg, .png, and .pdf files are allowed');
  await chooseAgain(page, pdf());
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, personName).getByRole('button', { name: `View prescription of ${personName}` })).toBeVisible();
});

test('the desk may view a prescription and not upload one; a super admin and a stranger see nothing', async ({
  open,
  as,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 40[13]/);
  const desk = await as('desk');
  const { personName } = await desk.book({ personName: newName('Viewed') });
  const doctor = await open('doctor');
  await openList(doctor, `?search=${encodeURIComponent(personName)}`);
  await chooseFile(doctor, personName, picture());
  await expect(doctor.getByText('Prescription uploaded')).toBeVisible();

  const page = await open('desk');
  await openList(page, `?search=${encodeURIComponent(personName)}`);
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
  const stranger = await open();
  expect((await stranger.request.get(url)).status()).toBe(403);
  expect((await stranger.request.get(url.replace(/signature=\w/, 'signature=_'))).status()).toBe(403);
});
