import type { Dependencies } from '../context/dependencies.ts';
import { asPlatform } from '../db/tenant.ts';
import { hasUsers } from './queries.ts';

export { isDemo } from './queries.ts';

/**
 * Fills an empty database with the demo (fill.ts), whose code is imported only then. A database
 * with any user is not changed.
 */
export async function fillDemo(dependencies: Dependencies): Promise<void> {
  if (await asPlatform(dependencies, hasUsers)) return;
  const { fillEmpty } = await import('./fill.ts');
  await fillEmpty(dependencies);
}
