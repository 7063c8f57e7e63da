import lighthouse from 'lighthouse';
import { ports } from '../servers/ports.ts';
import type { Scores } from './page-weight.ts';

/**
 * Returns Lighthouse's scores of a page on its simulated slow phone, in the current browser
 * session: the median of the performance and the largest paint, and the worst of all turns for the rest, because only
 * performance depends on the load of the machine.
 */
export async function measureScores(address: string, turns: number): Promise<Scores> {
  const all: Scores[] = [];
  for (let turn = 0; turn < turns; turn += 1) all.push(await scoresOnce(address));
  const worst = (name: 'accessibility' | 'bestPractices' | 'seo') =>
    Math.min(...all.map((scores) => scores[name]));
  const middle = (name: 'performance' | 'largestPaint') =>
    all.map((scores) => scores[name]).toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? 0;
  return {
    performance: middle('performance'),
    accessibility: worst('accessibility'),
    bestPractices: worst('bestPractices'),
    seo: worst('seo'),
    layoutShift: Math.max(...all.map(({ layoutShift }) => layoutShift)),
    largestPaint: middle('largestPaint'),
  };
}

async function scoresOnce(address: string): Promise<Scores> {
  const result = await lighthouse(address, {
    port: ports.debugging,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    disableStorageReset: true,
  });
  const failure = result?.lhr.runtimeError;
  if (!result || failure)
    throw new Error(`Lighthouse could not measure ${address}: ${failure?.message ?? 'no result'}`);
  const score = (name: string) => Math.round(100 * (result.lhr.categories[name]?.score ?? 0));
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    layoutShift: result.lhr.audits['cumulative-layout-shift']?.numericValue ?? 1,
    largestPaint: Math.round(result.lhr.audits['largest-contentful-paint']?.numericValue ?? Infinity),
  };
}
