import { expect, type Page } from '@playwright/test';

/** Says why a super admin looks into a business, where the page asks. */
export async function giveReason(page: Page, reason = 'Ticket 812: a booking is missing'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Reason for accessing this business' });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toBeHidden();
}

/** An address as the platform reads it. */
export function masked(email: string): string {
  return email.replace(/^(..)[^@]*/, '$1•••');
}
