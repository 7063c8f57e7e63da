import { readUses, type RecognisedFile } from '@samay/contract/imports/columns';
import type { ImportKind } from '@samay/contract/imports/rows';
import type { TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { haveSameHeads } from '../recognition/heads.ts';
import { readLatestUses } from './queries.ts';
import { readings, receiveImport } from './receive.ts';

/**
 * Recognises the columns of the request's file. Columns with the same heads as those of an earlier file
 * are as they were chosen for it, and not asked again. Throws `import.…` where it cannot be read.
 */
export async function recogniseImport(
  context: TenantContext,
  { query: { kind } }: { query: { kind: ImportKind } },
): Promise<RecognisedFile> {
  const file = await receiveImport(context);
  try {
    const found = await readings.recognise(file.content(), { fileName: file.fileName, kind }, context.log);
    const { latest } = await readInOneMessage(context, { latest: readLatestUses({ kind }) });
    return remember(found, latest);
  } finally {
    await file.discard();
  }
}

function remember(
  found: RecognisedFile,
  latest: readonly { heads: readonly string[]; columns: string }[],
): RecognisedFile {
  const heads = found.columns.map(({ head }) => head);
  const same = latest.find((each) => haveSameHeads(each.heads, heads));
  const uses = same && found.headLine > 0 ? readUses(same.columns) : undefined;
  if (uses?.length !== found.columns.length) return found;
  const columns = found.columns.map(({ head, samples }, at) => ({
    head,
    samples,
    ...(uses[at] ?? { target: null, order: 'day' as const }),
  }));
  return { ...found, columns, isRemembered: true };
}
