import lighthouse from 'lighthouse';
import { debuggingPort } from './browser.ts';
import type { Scores } from './weight.ts';

/** Lighthouse's scores for a page on its pretended slow phone, in the browser as it is signed in. */
export async function scoresOf(address: string): Promise<Scores> {
  const result = await lighthouse(address, {
    port: debuggingPort,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    disableStorageReset: true,
  });
  const score = (name: string) => Math.round(100 * (result?.lhr.categories[name]?.score ?? 0));
  const warnings = result?.lhr.runtimeError;
  if (warnings) throw new Error(`Lighthouse could not measure ${address}: ${warnings.message}`);
  return { performance: score('performance'), accessibility: score('accessibility'), bestPractices: score('best-practices') };
}
