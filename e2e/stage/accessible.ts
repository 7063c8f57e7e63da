import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

const phone = { width: 360, height: 740 };
const tablet = { width: 768, height: 1024 };
const desk = { width: 1440, height: 900 };

/**
 * What is on the page has no finding of axe, on a desk and on a phone, light and dark, and nothing of it lies beyond the right edge of
 * a phone or a tablet. Dark changes colours only, so only their contrast is asked again.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    await settled(page);
    expect(await findings(axe(page)), `light, ${size.width} px`).toEqual([]);
    await paint(page, 'dark');
    expect(await findings(axe(page).withRules(['color-contrast'])), `dark, ${size.width} px`).toEqual([]);
    await paint(page, 'light');
  }
  for (const size of [tablet, phone]) {
    await page.setViewportSize(size);
    await settled(page);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(beyond, `nothing to scroll to at the right at ${size.width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(desk);
}

/** Presses Tab until the element has the focus, as a person without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No press of Tab led to ${String(target)}.`);
}

/** In the page itself: there are no frames to go into, and a page of its own for each look costs a second. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

async function findings(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

async function paint(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.dataset['mantineColorScheme'] = value;
    // Rows out of sight are not painted until they are seen; to axe they would still have their old colours.
    for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) row.style.contentVisibility = 'visible';
  }, scheme);
  await settled(page);
}

/** A colour that is still changing has no contrast to measure. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
