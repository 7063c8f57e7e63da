import { chromium } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { mkdirSync } from 'node:fs';
import { buildWhenStale } from '../scripts/build/build.mjs';
import { signIn } from './fixtures/actions/sign-in.ts';
import { Server } from './fixtures/servers/server.ts';
import { Sandbox } from './fixtures/servers/sandbox.ts';
const root = fileURLToPath(new URL('..', import.meta.url));
await buildWhenStale(root, process.execPath);
const port = 4980;
const sandbox = await Sandbox.launch(port + 5);
const server = await Server.launch(port, { settings: sandbox.settings });
const out = '/work/w/b-tmp/shots';
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
});
const d = (n: number) => new Date(Date.now() + n * 86400000).toISOString().slice(0, 10);
const csv = [
  'Patient Name,Mobile,Date,Time,Doctor,Treatment,Amount Paid',
  `Kavita One,98200 41111,${d(3)},10:00,Dr Meera,Root canal,500`,
  `Kavita Two,98200 42222,${d(3)},10:30,A. Sharma (Ortho),Consultaton,`,
  `Kavita Three,98200 43333,${d(-30)},11:00,Dr Nobody Known,ECG,300`,
  `Kavita Four,9.8E+9,${d(-30)},11:30,Dr Nobody Known,ECG,300`,
  `Kavita Five,98200 45555,${d(-31)},12:00,Dr Nobody Known,ECG,300`,
].join('\n');
try {
  for (const [w, h, scheme] of [
    [1366, 900, 'light'],
    [360, 740, 'dark'],
    [768, 1000, 'light'],
    [1440, 900, 'light'],
  ] as const) {
    const page = await browser.newPage({
      viewport: { width: w, height: h },
      baseURL: `http://localhost:${port}`,
    });
    await page.addInitScript((s) => localStorage.setItem('samay-color-scheme', s), scheme);
    await signIn(page, 'owner');
    const shot = async (name: string) => {
      await page.waitForTimeout(700);
      await page.screenshot({ path: `${out}/${w}-${name}.png`, fullPage: true });
    };
    await page.goto('/dashboard/settings/import').catch(() => undefined);
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor({ timeout: 20000 });
    await shot('0-empty');
    await page.getByRole('radio', { name: /Appointments|Bookings/ }).check({ force: true });
    await page.setInputFiles('input[type=file]', {
      name: `bookings-${w}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(csv.replaceAll('Kavita', `Kavita${w}`).replaceAll(d(3), d(3 + (w % 7)))),
    });
    await page.getByRole('button', { name: 'Check the rows' }).waitFor();
    await shot('1-columns');
    await page.getByRole('button', { name: 'Check the rows' }).click();
    const ready = page
      .getByRole('region', { name: 'Words of the file' })
      .or(page.getByRole('button', { name: /Bring in \d/ }));
    await ready.first().waitFor({ timeout: 60000 });
    await shot('2-words');
    if (await page.getByRole('region', { name: 'Words of the file' }).count()) {
      await page.getByRole('button', { name: 'Check with these choices' }).click();
      await shot('3-missing');
      for (const box of await page
        .getByRole('region', { name: 'Words of the file' })
        .getByRole('combobox')
        .all())
        if ((await box.inputValue()) === '') await box.selectOption('added');
      await page.getByRole('button', { name: 'Check with these choices' }).click();
    }
    await page.getByRole('button', { name: /Bring in \d/ }).waitFor({ timeout: 60000 });
    await shot('4-ready');
    await page.getByRole('button', { name: /Bring in \d/ }).click();
    await page
      .getByText(/Being brought in/)
      .waitFor({ timeout: 20000 })
      .catch(() => undefined);
    await shot('5-running');
    await page.getByRole('button', { name: 'Take back…' }).waitFor({ timeout: 60000 });
    await shot('6-done');
    await page.getByRole('button', { name: 'Take back…' }).click();
    await shot('7-ask');
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page
      .getByText(/Taken back:/)
      .first()
      .waitFor({ timeout: 60000 });
    await shot('8-undone');
    await page.close();
  }
} finally {
  await browser.close();
  await server.close?.();
  await sandbox.close?.();
}
process.exit(0);
