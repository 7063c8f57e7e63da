import type { BrowserContext, Page } from 'playwright-core';

/** The downloads of a browser for one page. */
export interface PageWeight {
  readonly page: string;
  /** Compressed bytes. */
  readonly javascript: number;
  readonly css: number;
  /** Number of files of both kinds. */
  readonly requests: number;
  /** Compressed bytes of each file. */
  readonly files: Readonly<Record<string, number>>;
  /** Whether all files were compressed with brotli. */
  readonly isBrotli: boolean;
  /** Maximum of JavaScript in kB. */
  readonly limit: number;
  /** Scores of 100. */
  readonly lighthouse: Scores;
}

export interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  /** Meaningful for public pages only: the others exclude search engines. */
  readonly seo: number;
  /** Cumulative layout shift: not a score, at most 0.02. */
  readonly layoutShift: number;
  /** The largest paint in milliseconds, not a score either. */
  readonly largestPaint: number;
}

interface Loaded {
  readonly kind: 'Script' | 'Stylesheet';
  readonly file: string;
  readonly encoding: string;
  bytes: number;
}

/** Opens the address with an empty cache and measures what is loaded until the page is usable. */
export async function weigh(
  context: BrowserContext,
  address: string,
  untilUsable: (page: Page) => Promise<void>,
): Promise<Omit<PageWeight, 'page' | 'limit' | 'lighthouse'>> {
  const page = await context.newPage();
  const { loaded, allLoaded } = await recordLoads(context, page);
  await page.goto(address);
  await untilUsable(page);
  // The requests made so far belong to the page and will finish. The stream of live changes would
  // not.
  await allLoaded();
  await page.close();
  const bytesOf = (kind: Loaded['kind']) =>
    loaded.filter((file) => file.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    javascript: bytesOf('Script'),
    css: bytesOf('Stylesheet'),
    requests: loaded.length,
    files: Object.fromEntries(
      loaded.toSorted((a, b) => b.bytes - a.bytes).map(({ file, bytes }) => [file, bytes]),
    ),
    isBrotli: loaded.every(({ encoding }) => encoding === 'br'),
  };
}

/**
 * Records the scripts and style sheets that are loaded, with the compressed size of their bodies.
 */
async function recordLoads(
  context: BrowserContext,
  page: Page,
): Promise<{ loaded: Loaded[]; allLoaded: () => Promise<void> }> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const begun = new Map<string, Loaded>();
  const loaded: Loaded[] = [];
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' && type !== 'Stylesheet') return;
    const encoding =
      Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ??
      'none';
    begun.set(requestId, { kind: type, encoding, bytes: 0, file: new URL(response.url).pathname });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const file = begun.get(requestId);
    if (file) file.bytes += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId }) => {
    const file = begun.get(requestId);
    if (file) loaded.push(file);
    begun.delete(requestId);
  });
  return {
    loaded,
    allLoaded: async () => {
      for (let tries = 0; begun.size > 0 && tries < 100; tries += 1) await page.waitForTimeout(100);
    },
  };
}
