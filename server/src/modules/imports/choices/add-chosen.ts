import { foldName } from '@samay/contract/core/fold';
import { type WordKind, wordKinds, type WordUse } from '@samay/contract/imports/words';
import type { TenantContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { addResourceWithin, addServiceWithin, lockSettings } from '../../availability/index.ts';
import { hasTooMany, listExact, listOffered, readOffered } from './offered.ts';
import { readWords, saveAdded } from './queries.ts';

/**
 * Adds the services, doctors and courts that were chosen to be added for words of a file, as Settings does,
 * and notes their ids. Throws `request.invalid` where there is no room for them.
 */
export async function addChosen(tx: Tx, context: TenantContext, id: string): Promise<void> {
  const { words, choices } = onlyRow(await run(tx, context, readWords({ id })));
  const toAdd = wordKinds.flatMap((kind) =>
    (hasTooMany(kind, words) ? [] : (words?.[kind].words ?? []))
      .map(({ word }) => ({ kind, word, key: foldName(word) }))
      .filter(({ key }) => choices?.[kind]?.[key]?.use === 'added'),
  );
  if (toAdd.length === 0) return;
  await run(tx, context, lockSettings({}));
  const offered = listOffered(await runTogether(tx, context, readOffered));
  const changed: Record<WordKind, Record<string, WordUse>> = {
    service: { ...choices?.service },
    resource: { ...choices?.resource },
  };
  for (const { kind, word, key } of toAdd) {
    const [existing] = listExact(kind, word, offered);
    const named = existing ?? (await addNamed(tx, context, { kind, name: word }));
    changed[kind][key] = { use: 'existing', id: named.id };
  }
  await run(tx, context, saveAdded({ id, choices: JSON.stringify(changed) }));
}

/** The minutes of a service that is added: those of the first one in a new business. */
const usualMinutes = { doctor: 30, turf: 60 };

function addNamed(tx: Tx, context: TenantContext, { kind, name }: { kind: WordKind; name: string }) {
  if (kind === 'resource') return addResourceWithin(tx, context, { name, parts: [] });
  return addServiceWithin(tx, context, {
    name,
    duration: usualMinutes[context.businessType],
    bufferBefore: 0,
    bufferAfter: 0,
    grid: null,
    price: null,
    priceRules: [],
    resourceIds: null,
  });
}
