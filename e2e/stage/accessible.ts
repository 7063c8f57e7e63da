import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

const phone = { width: 360, height: 740 };
const tablet = { width: 768, height: 1024 };
const desk = { width: 1440, height: 900 };

/** All that is wrong is told, not the first alone. */
export const softly = expect.configure({ soft: true });

/**
 * What is on the page has no finding of axe, light on a desk and dark on a phone: every rule once, both themes and both layouts once, and
 * a pair of colours that only one of them shows is measured by web/src/ui/theme.test.ts. Of a page behind a dialog nothing is looked at:
 * nobody can reach it. Nothing lies beyond the right edge of a phone or a tablet. All that is found is told, so that one run shows it.
 */
export async function expectAccessible(page: Page, name = 'the page'): Promise<void> {
  await page.setViewportSize(desk);
  await settled(page);
  expect.soft(await findings(page), `${name}: light, ${desk.width} px`).toEqual([]);
  await paint(page, 'dark');
  for (const size of [tablet, phone]) {
    await page.setViewportSize(size);
    await settled(page);
    await expectNothingBeyond(page, `${name}, ${size.width} px`);
  }
  expect.soft(await page.evaluate(smallTargets), `${name}: as high as a thumb`).toEqual([]);
  expect.soft(await findings(page), `${name}: dark, ${phone.width} px`).toEqual([]);
  await paint(page, 'light');
  await page.setViewportSize(desk);
}

/**
 * What is pressed on a phone and is lower than 44 px, of the dialog on top where there is one. Links within a sentence are as high as it, and
 * the places of a calendar's hours as long as they last.
 */
function smallTargets(): string[] {
  const dialog = [...document.querySelectorAll('[role=dialog]')].findLast((element) => element.checkVisibility());
  const pressed = (dialog ?? document.body).querySelectorAll('button, a[href], [role=menuitem], input[type=checkbox], input[type=radio]');
  return [...pressed].flatMap((element) => {
    const target = (element.matches('input') && element.closest('label, [class*=-root]')) || element;
    const { width, height } = target.getBoundingClientRect();
    const isInSentence = getComputedStyle(element).display === 'inline' && element.parentElement?.textContent !== element.textContent;
    // Hidden from the eye, for who hears the page alone.
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1;
    if (!isShown || isInSentence || height >= 43.5 || element.closest('[class*=DayView], [class*=WeekView], [class*=MonthView]')) return [];
    return [`${element.getAttribute('aria-label') ?? element.textContent}: ${Math.round(width)} × ${Math.round(height)}`];
  });
}

/** Nothing to scroll to at the right, once the page has its new width. */
export async function expectNothingBeyond(page: Page, name: string): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await softly.poll(beyond, `${name}: nothing to scroll to at the right`).toBeLessThanOrEqual(0);
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

/**
 * In the page itself: there are no frames to go into, and a page of its own for each look costs a second. What is in order is only
 * counted: to describe it takes a third of the time.
 */
async function findings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const dialog = '[aria-modal="true"]';
  if (await page.locator(dialog).filter({ visible: true }).count()) axe.include(dialog);
  const { violations } = await axe.analyze();
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

/**
 * A colour that is still changing has no contrast to measure, and a table that is about to become cards no width: nothing changes for two
 * frames any more. What moves by scrolling ends with no time.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let isChanging = true;
    const watch = new MutationObserver(() => (isChanging = true));
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    for (let looks = 0; isChanging && looks < 60; looks += 1) {
      isChanging = false;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document
        .getAnimations()
        .filter(({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().iterations !== Infinity);
      await Promise.allSettled(ending.map((animation) => animation.finished));
    }
    watch.disconnect();
  });
}
