import type { Page } from '@playwright/test';
import { expectNoViolation } from '../../fixtures/checks/accessibility.ts';
import { expect, test } from '../../fixtures/test.ts';

// Its doctors and its board would be seen by other files.
test.use({ dedicatedServer: 'board' });

const added = ['Dr. Asha Menon', 'Dr. Bala Nair', 'Dr. Chitra Venkataraman'];
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
];

/** Counts the tones that a page plays: two are a chime. */
function countTones(): void {
  const context = AudioContext.prototype as AudioContext & { createOscillator: () => OscillatorNode };
  const create = context.createOscillator;
  context.createOscillator = function counted(this: AudioContext) {
    document.documentElement.dataset['tones'] = String(
      Number(document.documentElement.dataset['tones'] ?? 0) + 1,
    );
    return create.call(this);
  };
}

const chimes = (page: Page) =>
  page.evaluate(() => Number(document.documentElement.dataset['tones'] ?? 0) / 2);

test('a board is read from four metres, sounds for a call, takes turns, says since when it is stale, and is right after a day [P-8.125, P-8.130, P-8.131, P-8.132, P-8.133]', async ({
  openPage,
  apiAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  const owner = await apiAs('owner');
  for (const name of added) await owner.addDoctor(name);
  const path = await owner.openBoard();
  const walkIn = async (personName: string, doctor: string) =>
    owner.createAppointment({
      personName,
      doctor: undefined,
      resourceId: await owner.resourceNamed(doctor),
      walkIn: true,
      overbookedReason: undefined,
    });
  const inside = await walkIn('Ravi Kumar', 'Dr. Ananya Iyer');
  await owner.startVisit(inside.id);
  const waiting = [];
  for (const name of ['Sana Khan', 'Thiruvengadam Ramanathan', 'Uma Shah', 'Vijay Rao'])
    waiting.push(await walkIn(name, 'Dr. Ananya Iyer'));
  await owner.callPerson(waiting[0]?.id ?? '', 1);
  const last = await walkIn('Wasim Akram', 'Dr. Chitra Venkataraman');

  const page = await openPage(undefined, { viewport: { width: 1366, height: 768 } });
  await page.addInitScript(countTones);
  await page.clock.install();
  await page.goto(path);
  const shown = page.locator('.queues[data-shown]');
  const section = (name: string) => shown.locator('section').filter({ hasText: name });
  await expect(section('Dr. Ananya Iyer')).toContainText(/Please come in\s*A2\s*Sana K\.\s*Now inside\s*A1/);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expectNoViolation(page, `the board, ${scheme}`);
    for (const size of sizes) {
      await page.setViewportSize(size);
      // The board turns its pages: both tokens are measured in one call.
      const measure = async () =>
        shown.locator('.large .token').evaluateAll((each) =>
          each.map((one) => {
            const { bottom, right } = one.getBoundingClientRect();
            return [parseFloat(getComputedStyle(one).fontSize), bottom, right];
          }),
        );
      let measured = await measure();
      await expect
        .poll(async () => {
          measured = await measure();
          return measured.length;
        })
        .toBe(2);
      for (const [size_ = 0, bottom = 0, right = 0] of measured) {
        expect(size_).toBeGreaterThanOrEqual(0.12 * size.height - 0.01);
        expect(bottom).toBeLessThan(size.height);
        expect(right).toBeLessThan(size.width);
      }
      // Nothing of the fullest queue is cut off.
      await expect(async () => {
        const cut = await section('Dr. Ananya Iyer').evaluate((one) => one.scrollHeight - one.clientHeight);
        expect(cut).toBeLessThanOrEqual(0);
      }).toPass();
    }
  }

  await page.getByRole('button', { name: 'Turn the sound on' }).click();
  await expect.poll(() => chimes(page)).toBe(1);
  // A call turns to the page of its doctor. The clock stands still, so that nothing else turns it.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await expect(async () => {
    await page.clock.runFor(3_000);
    await expect(section('Dr. Chitra Venkataraman')).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await owner.callPerson(last.id, 1);
  await expect(section('Dr. Chitra Venkataraman')).toContainText(/Please come in\s*\w+1\s*Wasim A\./);
  await expect.poll(() => chimes(page)).toBe(2);
  await owner.callPerson(last.id, 2);
  await expect.poll(() => chimes(page)).toBe(3);
  // Going inside after a call is no news.
  await owner.startVisit(last.id);
  await expect(section('Dr. Chitra Venkataraman')).toContainText('Now inside');
  expect(await chimes(page)).toBe(3);
  await page.clock.runFor(16_000);
  await expect(section('Dr. Ananya Iyer')).toBeVisible();
  await page.clock.runFor(16_000);
  await expect(section('Dr. Chitra Venkataraman')).toBeVisible();
  await page.clock.resume();

  await page.context().setOffline(true);
  const at = await page.locator('#at').textContent();
  await page.clock.runFor(100_000);
  await expect(page.getByRole('status')).toHaveText(`Not up to date since ${at}`);
  await owner.callPerson(waiting[1]?.id ?? '', 1);
  await page.context().setOffline(false);
  await page.clock.runFor(31_000);
  await expect(page.getByRole('status')).toHaveText('');
  await expect(section('Dr. Ananya Iyer')).toContainText('Thiruvengadam R.');

  await page.clock.fastForward('24:00:00');
  await owner.callPerson(waiting[2]?.id ?? '', 1);
  await expect(section('Dr. Ananya Iyer')).toContainText(/Please come in\s*A4\s*Uma S\./);
  await expect(page.getByRole('status')).toHaveText('');
});
