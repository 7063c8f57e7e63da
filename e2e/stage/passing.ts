import type { Page } from '@playwright/test';

/** Meets a text, alone on its line, that goes by itself after a second or so: each frame is looked at, while an assertion looks once a second in the end. */
export async function meet(page: Page, text: string): Promise<void> {
  await page.waitForFunction((words) => document.body?.innerText.split('\n').includes(words), text);
}
