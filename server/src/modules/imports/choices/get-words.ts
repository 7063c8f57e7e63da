import type { ImportWords, WordKind } from '@samay/contract/imports/words';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { hasTooMany, listOffered, listUnknown, readOffered } from './offered.ts';
import { hasWords } from './choose.ts';
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
  const beyond = (kind: WordKind) => {
    const { total, words } = file.words?.[kind] ?? { total: 0, words: [] };
    return hasTooMany(kind, file.words) ? total : total - words.length;
  };
  return {
    needsCheck: file.words === null && hasWords(file, context.now),
    words: listUnknown(file, offered),
    further: { service: beyond('service'), resource: beyond('resource') },
    services: [...offered.service],
    resources: [...offered.resource],
  };
}
