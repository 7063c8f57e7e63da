import { foldName } from '@samay/contract/core/fold';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { Import } from '@samay/contract/imports/imports';
import {
  type chooseImportWords as endpoint,
  type WordKind,
  wordKinds,
  type WordUse,
} from '@samay/contract/imports/words';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenant } from '../../../db/tenant.ts';
import { onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { presentImport, undoEnd } from '../overview/present.ts';
import { lockImport, readImport } from '../overview/queries.ts';
import { listOffered, mayBeAdded, type Offered, readOffered } from './offered.ts';
import { readWords, saveChoices, type WordsRow } from './queries.ts';

interface Input {
  readonly params: { readonly id: string };
  readonly body: BodyOf<typeof endpoint>;
}

type Chosen = Input['body']['words'][number];

/** The most words of a kind whose use is kept for the next file: beyond it others than those of this file go. */
const mostKept = 500;

/**
 * Saves what words of a file name, and lets its rows be checked again. Throws `not_found`,
 * `import.not_ready`, and `request.invalid` for what the business does not have or cannot add.
 */
export async function chooseImportWords(
  context: TenantContext,
  { params: { id }, body: { words } }: Input,
): Promise<Import> {
  return inTenant({ ...context, isShown: false }, async (tx) => {
    const { locked, found, ...rows } = await runTogether(tx, context, {
      locked: lockImport({ id }),
      found: readWords({ id }),
      ...readOffered,
    });
    const file = orNotFound(found[0]);
    assertThat(locked[0]?.state === 'ready' && hasWords(file, context.now), 'import.not_ready');
    const { choices } = file;
    const offered = listOffered(rows);
    for (const chosen of words) assertPossible(chosen, offered);
    const kept = wordKinds.map((kind) => [kind, keep(choices?.[kind] ?? {}, words, kind)] as const);
    await run(tx, context, saveChoices({ id, choices: JSON.stringify(Object.fromEntries(kept)) }));
    await audit(tx, context, 'import.words_chosen', id, { count: words.length });
    return presentImport(onlyRow(await run(tx, context, readImport({ id }))), context.now);
  });
}

/** Returns whether a file has words, or rows among which its check finds them: 1.3.0 noted none. */
export function hasWords({ words, kind, added_at: addedAt }: WordsRow, now: Date): boolean {
  return words !== null || (kind === 'bookings' && now < undoEnd(addedAt));
}

function assertPossible({ kind, word, chosen }: Chosen, offered: Offered): void {
  const isOwn = chosen.use !== 'existing' || offered[kind].some(({ id }) => id === chosen.id);
  if (!isOwn) throw new AppError('request.invalid', { fields: { words: 'Please choose one of your own' } });
  if (chosen.use === 'added' && !mayBeAdded(kind, word, offered))
    throw new AppError('request.invalid', { fields: { words: `“${word}” cannot be added` } });
}

/** Returns the earlier uses and the new ones, which are kept in any case. */
function keep(
  earlier: Readonly<Record<string, WordUse>>,
  words: readonly Chosen[],
  kind: WordKind,
): Record<string, WordUse> {
  const added = new Map(
    words.filter((each) => each.kind === kind).map(({ word, chosen }) => [foldName(word), chosen]),
  );
  const others = Object.entries(earlier).filter(([word]) => !added.has(word));
  return Object.fromEntries([...others, ...added].slice(-mostKept));
}
