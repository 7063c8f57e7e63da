import type { Locator, Page } from '@playwright/test';
import { appointmentForm, openAppointmentList } from '../../fixtures/actions/appointments.ts';
import { holdRequests } from '../../fixtures/browser/network.ts';
import { expect, test } from '../../fixtures/test.ts';

test('the button that creates is in sight at 1366 × 768 from the start, above it each field that has the focus; a press on it counts though a late reply moves it away before the release, and does not once drawn away [P-5.61, P-16.21]', async ({
  openPage,
}) => {
  const page = await openPage('desk', { viewport: { width: 1366, height: 768 } });
  await openAppointmentList(page);
  // Holds the warning, which depends on the hour: the time may have passed or be taken.
  const release = await holdRequests(page, '**/api/appointment-warnings?*', 'GET');
  // Waits for the reply, not for its display: in the evening nothing is free any more.
  const slots = page.waitForResponse(/\/api\/slots\?/);
  await page.getByRole('button', { name: '+ New Appointment' }).click();
  const dialog = appointmentForm(page);
  const button = dialog.getByRole('button', { name: 'Create Appointment' });
  await expect(button).toBeVisible();
  await slots;
  await expect(button).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Repeat').focus();
  await page.keyboard.press('Tab');
  const amount = dialog.getByLabel('Amount');
  await expect(amount).toBeFocused();
  const [field, create] = [await amount.boundingBox(), await button.boundingBox()];
  expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThanOrEqual(create?.y ?? 0);

  await page.setViewportSize({ width: 1440, height: 1200 });
  const error = dialog.getByText('Please enter a name');
  const asked = page.waitForRequest('**/api/appointment-warnings?*time=04*');
  await dialog.getByLabel('Time').fill('04:00');
  await asked;
  await pressDown(page, button);
  await page.mouse.move(10, 10);
  await page.mouse.up();
  await expect(error).toHaveCount(0);

  const at = await pressDown(page, button);
  release();
  await expect(dialog.getByText('4:00 am is outside the opening hours.')).toBeVisible();
  // The button is no longer under the pointer.
  await expect.poll(async () => (await button.boundingBox())?.y).toBeGreaterThan(at.y);
  await page.mouse.up();
  await expect(error).toBeVisible();
});

/** Presses the mouse on the middle of a button that does not move, and returns the position. */
async function pressDown(page: Page, button: Locator): Promise<{ x: number; y: number }> {
  await button.hover();
  const box = await button.boundingBox();
  if (!box) throw new Error('There is no button to press.');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  return at;
}
