import type { ImportWords } from '@samay/contract/imports/words';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { listOffered, listUnknown, readOffered } from './offered.ts';
import { readWords } from './queries.ts';

/**
 * Returns the words of a file of bookings that name no service, doctor or court, with what they probably
 * name. Throws `not_found`.
 */
export async function getImportWords(
  context: TenantContext,
  { params }: { params: { id: string } },
): Promise<ImportWords> {
  const { found, ...rows } = await readInOneMessage(context, { found: readWords(params), ...readOffered });
  const file = orNotFound(found[0]);
  const offered = listOffered(rows);
  const beyond = (of: { total: number; words: readonly object[] } | undefined) =>
    of ? of.total - of.words.length : 0;
  return {
    words: listUnknown(file, offered),
    further: { service: beyond(file.words?.service), resource: beyond(file.words?.resource) },
    services: [...offered.service],
    resources: [...offered.resource],
  };
}
