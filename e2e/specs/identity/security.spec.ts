import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fillSignInForm, signIn } from '../../fixtures/actions/sign-in.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { password, people } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const person = 'lotusOwner';

test('a person turns two-step verification on and keeps the recovery codes; signing in then asks for a code, refuses a used one, and opens the requested page; once it is off, the password is enough [P-2.22, P-2.23]', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 422/);
  // A check of the session that is under way while the user signs out is refused.
  consoleErrors.expect(/status of 401 .*\/api\/(?:session|check-onboarding)\b/);
  const page = await openPage();
  await signIn(page, person);
  await page.goto('/dashboard/settings/security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step verification' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const app = new Authenticator(((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', ''));

  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is wrong')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(app.nextCode());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await list.getByRole('listitem').allTextContents();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('samay-recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await enterPassword(page, '/dashboard/appointments?status=scheduled');
  await expect(page).toHaveURL(/\/verify\?redirect=/);
  await expectAccessible(page);
  // Checks that every path leads to the code first.
  for (const path of ['/dashboard', '/dashboard/settings', '/onboarding']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/verify/);
  }
  await page.goto('/dashboard/appointments?status=scheduled');
  await page.getByLabel('Code', { exact: true }).fill(app.lastCode);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/This code (was already used|is wrong)/)).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/appointments?status=scheduled');
  await page.goto('/dashboard/settings/security');
  await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  const question = page.getByRole('dialog', { name: 'Turn off two-step verification?' });
  await question.getByRole('button', { name: 'Use a recovery code' }).click();
  await question.getByLabel('Recovery code').fill(recoveryCodes[4] ?? '');
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-step verification is off')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  // Waits for the end of the session, which the login page would still ask about.
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await signIn(page, person);
});

/** Opens an address and signs in with the password, up to the form that asks for the code. */
async function enterPassword(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await fillSignInForm(page, people[person], password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
}

/** An authenticator app: codes of six digits from a shared secret and the time (TOTP, RFC 6238). */
class Authenticator {
  readonly #key: Buffer;
  lastCode = '';

  constructor(base32Secret: string) {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const bits = Array.from(base32Secret, (letter) =>
      alphabet.indexOf(letter).toString(2).padStart(5, '0'),
    ).join('');
    this.#key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  /** Returns the code that the app shows now. */
  nextCode(): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
    const digest = createHmac('sha1', this.#key).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 0xf;
    this.lastCode = String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
    return this.lastCode;
  }
}
