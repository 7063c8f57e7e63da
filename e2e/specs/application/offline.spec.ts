import type { Page } from '@playwright/test';
import { openAppointmentList } from '../../fixtures/actions/appointments.ts';
import { signIn } from '../../fixtures/actions/sign-in.ts';
import { openLivePage, simulateDeployment } from '../../fixtures/browser/network.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const daySheet = (page: Page) => page.getByRole('region', { name: /^City Care Clinic: appointments of / });

test('without a network Samay says so, and shows the day sheet to a person who keeps it, until they sign out [P-16.28, P-16.53, P-16.55]', async ({
  openPage,
  apiAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const { personName, id } = await (
    await apiAs('desk')
  ).createAppointment({ personName: uniqueName('Offline'), personContact: '+91 98450 12345' });
  // Uses a separate session, because this test signs out.
  const page = await openPage(undefined, { serviceWorkers: 'allow' });
  await signIn(page, 'otherDoctor');
  const context = page.context();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  await page.goto('/dashboard/appointments');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect(daySheet(page)).toBeHidden();
  // Recovers without a click, when there is a network; also if it was restored before the page
  // listened.
  await page.evaluate(() => addEventListener('online', (event) => event.stopImmediatePropagation(), true));
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Appointments', level: 1 })).toBeVisible();

  await openLivePage(page, '/account');
  await page.getByRole('switch', { name: 'Keep today’s list on this device' }).click({ force: true });
  await expect(page.getByText(/^Kept as of \d/)).toBeVisible();
  await (await apiAs('desk')).cancelAppointment(id);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('samay-day-sheet')))
    .not.toContain(personName);
  const other = await (
    await apiAs('desk')
  ).createAppointment({ personName: uniqueName('On the sheet'), personContact: '+91 98450 12345' });
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('samay-day-sheet')))
    .toContain(other.personName);

  await context.setOffline(true);
  await page.goto('/dashboard/appointments?search=x');
  await expect(daySheet(page).getByRole('row').filter({ hasText: other.personName })).toContainText(
    '12:00 pm',
  );
  await expect(daySheet(page).getByRole('link', { name: '+91 98450 12345' }).first()).toHaveAttribute(
    'href',
    'tel:+919845012345',
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const time = daySheet(page)
    .getByRole('cell', { name: /^12:00 pm/ })
    .first();
  await expect.poll(() => time.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(
    await page.evaluate(async () =>
      (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
        .flat()
        // Removes the hash from a file's name, which would change the order.
        .map(({ url }) => new URL(url).pathname.replace(/-[\w-]{8}(?=\.(css|js)$)/, ''))
        .toSorted(),
    ),
  ).toEqual([
    '/color-scheme.js',
    '/icon.svg',
    '/offline/assets/index.css',
    '/offline/assets/index.js',
    '/offline/index.html',
  ]);

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  // The page has loaded completely before the network is cut.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await context.setOffline(true);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect(page.getByText(other.personName)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('samay-day-sheet'))).toBeNull();
});

test('the application can be installed, and its service worker is never cached [P-16.27, P-16.28]', async ({
  openPage,
}) => {
  const page = await openPage(undefined, { serviceWorkers: 'allow' });
  await page.goto('/login');
  const browser = await page.context().newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // A Playwright context counts as incognito, which alone prevents installation.
  expect(
    installabilityErrors.map(({ errorId }) => errorId).filter((error) => error !== 'in-incognito'),
  ).toEqual([]);
  const { url, errors } = await browser.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []]);
  const worker = await page.request.get('/offline/worker.js');
  expect(worker.headers()).toMatchObject({ 'cache-control': 'no-store', 'service-worker-allowed': '/' });
  expect(worker.headers()['content-type']).toContain('javascript');
});

test('after a deployment, an open page reloads when it navigates, and asks first where a form has input [P-16.11]', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 404|Loading chunk failed|Failed to fetch dynamically imported module/);
  const page = await openPage('desk');
  await openAppointmentList(page);
  await simulateDeployment(page.context());
  await page.getByLabel('Search appointments').fill('Half typed');
  await page.getByRole('button', { name: '+ New Appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'This part could not be loaded' });
  await expect(dialog).toContainText('Samay was updated since this page was loaded. Reload to go on.');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByLabel('Search appointments')).toHaveValue('Half typed');

  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('link', { name: 'Schedule', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/dashboard/schedule');
  await expect.poll(() => loads).toBe(1);
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await page.getByRole('button', { name: '+ New Appointment' }).click();
  await expect(page.getByRole('dialog', { name: 'New Appointment' })).toBeVisible();
  expect(loads).toBe(1);
});
