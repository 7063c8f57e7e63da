import { ServiceDetails } from '@samay/contract/availability/services';
import { ResourceName } from '@samay/contract/availability/resources';
import { foldName } from '@samay/contract/core/fold';
import type { ImportWord, WordKind } from '@samay/contract/imports/words';
import { mostWordsForResources, wordKinds } from '@samay/contract/imports/words';
import { listResourceRows, listServiceRows } from '../../availability/index.ts';
import type { StoredChoices, StoredWords } from './queries.ts';
import { suggest } from './suggest.ts';

/** A service, doctor or court that takes bookings. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** The services, doctors and courts that words of a file may name. */
export type Offered = Readonly<Record<WordKind, readonly Named[]>>;

/** The statements that read what is offered. */
export const readOffered = { services: listServiceRows({}), resources: listResourceRows({}) };

/** The most services, and doctors or courts with their parts, of a business. */
const mostOffered = 200;

interface OfferedRow extends Named {
  readonly archived_at: Date | null;
}

/** Lists the services, doctors and courts that take bookings. */
export function listOffered(rows: {
  readonly services: readonly OfferedRow[];
  readonly resources: readonly OfferedRow[];
}): Offered {
  const listed = (all: readonly OfferedRow[]) =>
    all.filter((row) => row.archived_at === null).map(({ id, name }) => ({ id, name }));
  return { service: listed(rows.services), resource: listed(rows.resources) };
}

/** Lists those that have the very name that a word is. */
export function listExact(kind: WordKind, word: string, offered: Offered): Named[] {
  const key = foldName(word);
  return offered[kind].filter(({ name }) => foldName(name) === key);
}

const names = { service: ServiceDetails.shape.name, resource: ResourceName };

/** Returns whether a service, doctor or court of this name can be added. */
export function mayBeAdded(kind: WordKind, word: string, offered: Offered): boolean {
  const isRoom = offered[kind].length < mostOffered;
  return isRoom && names[kind].safeParse(word).success && listExact(kind, word, offered).length === 0;
}

interface OfFile {
  readonly words: StoredWords | null;
  readonly choices: Partial<StoredChoices> | null;
}

/** Returns whether a column has so many different words that they are not asked for. */
export function hasTooMany(kind: WordKind, words: StoredWords | null): boolean {
  return kind === 'resource' && (words?.resource.total ?? 0) > mostWordsForResources;
}

/** Lists the words of a file that name none of those, or several. */
export function listUnknown({ words, choices }: OfFile, offered: Offered): ImportWord[] {
  return wordKinds.flatMap((kind) =>
    (hasTooMany(kind, words) ? [] : (words?.[kind].words ?? [])).flatMap(({ word, rows }) => {
      const exact = listExact(kind, word, offered).length;
      if (exact === 1 || (kind === 'service' && exact > 1)) return [];
      const chosen = new Map(Object.entries(choices?.[kind] ?? {})).get(foldName(word)) ?? null;
      const isGone = chosen?.use === 'existing' && !offered[kind].some(({ id }) => id === chosen.id);
      return [
        {
          kind,
          word,
          rows,
          chosen: isGone ? null : chosen,
          suggested: suggest(word, offered[kind])?.id ?? null,
          mayBeAdded: mayBeAdded(kind, word, offered),
        },
      ];
    }),
  );
}
