import { Slug } from '@samay/contract/public/online-booking';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessageAsGuest } from '../../../db/read-in-one-message.ts';
import { findBySlug, type FoundSlug } from './slug-queries.ts';

/**
 * Finds the business of a slug, or of one that it had before. A text that is no slug asks no database.
 */
export async function findOfSlug(dependencies: Dependencies, slug: string): Promise<FoundSlug | undefined> {
  if (!Slug.safeParse(slug).success || slug !== slug.toLowerCase()) return undefined;
  const { found } = await readInOneMessageAsGuest(dependencies, { found: findBySlug({ slug }) });
  return found[0];
}
