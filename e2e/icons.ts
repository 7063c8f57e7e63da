import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { installBrowser } from '../scripts/browser.mjs';

/**
 * Renders web/public/icons from web/public/icon.svg. Run it after a change of the SVG: `node
 * e2e/icons.ts`. `fillsSquare` gives the icon a full background, for systems that mask it with
 * another shape (the mark stays within the inner 80 %).
 */
const icons = [
  { name: 'icon-192', size: 192 },
  { name: 'icon-512', size: 512 },
  { name: 'maskable-512', size: 512, fillsSquare: true },
  { name: 'apple-touch-180', size: 180, fillsSquare: true },
];

const web = join(fileURLToPath(new URL('..', import.meta.url)), 'web', 'public');
const mark = await readFile(join(web, 'icon.svg'), 'utf8');
const background = /<rect[^>]*fill="([^"]+)"/.exec(mark)?.[1];
if (!background) throw new Error('web/public/icon.svg has no background colour');

await mkdir(join(web, 'icons'), { recursive: true });
const executablePath = await installBrowser(
  process.execPath,
  fileURLToPath(import.meta.resolve('@playwright/test/cli')),
);
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
const page = await browser.newPage();
for (const { name, size, fillsSquare = false } of icons) {
  await page.setViewportSize({ width: size, height: size });
  const inner = fillsSquare ? size * 0.86 : size;
  const svg = mark.replace('<svg ', `<svg width="${inner}" height="${inner}" `);
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${fillsSquare ? background : 'transparent'}}svg{display:block}</style>${svg}`,
  );
  await writeFile(join(web, 'icons', `${name}.png`), await page.screenshot({ omitBackground: true }));
}
await browser.close();
