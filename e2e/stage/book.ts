import { expect, type Locator, type Page } from '@playwright/test';

/** The open form of a new booking. */
export function newAppointment(page: Page): Locator {
  return page.getByRole('dialog', { name: 'New Appointment' });
}

/** Opens the form from the list and fills in what has no default. */
export async function beginBooking(page: Page, personName: string): Promise<Locator> {
  await page.getByRole('button', { name: '+ New Appointment' }).click();
  const dialog = newAppointment(page);
  await dialog.getByLabel('Patient Name').fill(personName);
  await dialog.getByLabel('Email').fill('patient@example.com');
  return dialog;
}

/** Presses the button and waits until the form has closed. */
export async function finishBooking(page: Page): Promise<void> {
  const dialog = newAppointment(page);
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog).toBeHidden();
}
