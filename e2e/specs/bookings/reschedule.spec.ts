import type { Page } from '@playwright/test';
import { addDays } from '@samay/contract/core/time';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// A doctor whose next free starts are on future days, at any hour.
const doctor = 'Dr. Farhan Qureshi';
const nextFree = (page: Page) => page.getByRole('group', { name: 'Next free' }).getByRole('button').first();

test('three presses move a booking from its row or its details, at a desk and on a phone, and one takes it back; three keys move it in the queue [P-5.59]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const desk = await apiAs('desk');
  const personName = uniqueName('Kamala Devi');
  const walkIn = {
    date: today,
    doctor: undefined,
    resourceId: await desk.resourceNamed(doctor),
    walkIn: true,
  };
  await desk.createAppointment({ ...walkIn, personName });
  // Books a later day: the details of a person who has come propose the visit first.
  const later = uniqueName('Latha Iyer');
  await desk.createAppointment({
    ...walkIn,
    walkIn: false,
    date: addDays(today, 60),
    time: '07:10',
    personName: later,
  });
  const byKeys = uniqueName('Irfan Sheikh');
  await desk.createAppointment({ ...walkIn, personName: byKeys });
  const page = await openPage('desk');
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
    await expect(findRow(page, personName)).toBeVisible();

    await findRow(page, personName)
      .getByRole('button', { name: `More for ${personName}` })
      .click();
    await page.getByRole('menuitem', { name: 'Reschedule' }).click();
    await expect(nextFree(page)).toBeVisible();
    await expectWholeTime(page);
    await nextFree(page).click();
    await expect(page.getByText(`${personName} moved to`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`${personName} moved back to`)).toBeVisible();

    await openAppointmentList(page, `?search=${encodeURIComponent(later)}`);
    await findRow(page, later)
      .getByRole('button', { name: `View ${later}` })
      .click();
    await page
      .getByRole('dialog', { name: 'Appointment Details' })
      .getByRole('button', { name: 'Reschedule' })
      .click();
    // Waits for the response, since the words of the first move may still be shown.
    const moved = page.waitForResponse(
      (reply) => reply.url().endsWith('/schedule') && reply.request().method() !== 'GET',
    );
    await nextFree(page).click();
    expect((await moved).ok()).toBe(true);
    await expect(page.getByText(`${later} moved to`).first()).toBeVisible();
  }

  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/dashboard/queue');
  const row = page.getByRole('list', { name: 'Queue' }).getByRole('listitem').filter({ hasText: byKeys });
  await row.getByRole('button', { name: byKeys }).first().focus();
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog').getByLabel('New Date')).toBeFocused();
  await expect(nextFree(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${byKeys} moved to`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** Checks that the time field shows am or pm: it is as wide as its text and its icon. */
async function expectWholeTime(page: Page): Promise<void> {
  const [has, needs] = await page.getByLabel('New Time').evaluate((field: HTMLInputElement) => {
    const whole = field.cloneNode() as HTMLInputElement;
    whole.style.cssText = 'position: absolute; width: max-content';
    field.parentElement?.append(whole);
    const widths = [field, whole].map((each) => each.getBoundingClientRect().width);
    whole.remove();
    return widths as [number, number];
  });
  expect(has).toBeGreaterThanOrEqual(needs);
}
