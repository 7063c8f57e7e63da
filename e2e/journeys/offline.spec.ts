import { deploy } from '../stage/deployment.ts';
import { expect, test } from '../stage/journey.ts';
import { openList } from '../stage/list.ts';

test('a page that a new version has left behind goes on with the new one, and where something is typed it asks first', async ({
  open,
  troubles,
}) => {
  troubles.expect(/status of 404|Loading chunk failed|Failed to fetch dynamically imported module/);
  const page = await open('desk');
  await openList(page);
  await deploy(page.context());
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
  expect(loads).toBe(1);
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await page.getByRole('button', { name: '+ New Appointment' }).click();
  await expect(page.getByRole('dialog', { name: 'New Appointment' })).toBeVisible();
  expect(loads).toBe(1);
});
