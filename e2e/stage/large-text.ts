import type { Page } from '@playwright/test';
import { expectNothingBeyond, settled, softly } from './accessible.ts';

/**
 * Nothing is cut off and nothing lies beyond the right edge where the text is twice as large, by the browser's size of text and by its
 * zoom: 1280 pixels at 200 % are 640. The page is left 1280 wide at its usual size.
 */
export async function expectRoomForLargeText(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const show = async (standard: number, width: number) => {
    await browser.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.setViewportSize({ width, height: 720 });
  };
  await show(32, 1280);
  await expectWhole(page, `${name}, text at 200 %`);
  await show(16, 640);
  await expectWhole(page, `${name}, everything at 200 %`);
  await show(16, 1280);
  await browser.detach();
}

/** Controls whose words are cut off or that stand beyond the page's edge; what scrolls sideways by itself may. */
async function cutOff(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const nameOf = (element: Element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(0, 80);
    const found: string[] = [];
    for (const control of document.querySelectorAll('button, a[href], input, select, textarea, [role=menuitem]')) {
      if (!shown(control)) continue;
      const { left, right } = control.getBoundingClientRect();
      if ((left < -1 || right > innerWidth + 1) && !scrolls(control.parentElement)) found.push(`beyond the edge: ${nameOf(control)}`);
      for (const part of [control, ...control.querySelectorAll('*')]) {
        const hasWords = [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
        // What ends in an ellipsis shows the whole on hover.
        if (!hasWords || part.closest('[title]') || !shown(part)) continue;
        const style = getComputedStyle(part);
        if (style.overflow === 'visible') continue;
        if (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 2) found.push(`cut off: ${nameOf(part)}`);
      }
    }
    return found;
  });
}

async function expectWhole(page: Page, name: string): Promise<void> {
  await settled(page);
  await expectNothingBeyond(page, name);
  await softly.poll(() => cutOff(page), name).toEqual([]);
}
