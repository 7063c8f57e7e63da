import type { Import, ImportRow } from '@samay/contract/imports/imports';
import { type ImportTarget, targetsByKind } from '@samay/contract/imports/columns';
import type { PersonFacts } from '@samay/contract/people/person-facts';
import type { ImportKind, RowOutcome } from '@samay/contract/imports/rows';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatCount } from '@samay/contract/core/money';
import { capitalise, wording } from '@samay/contract/core/wording';
import type { Tone } from '../../../lib/status-tone.ts';

/** The words for what a file has: `8,000 patients`. */
export function countText(count: number, kind: ImportKind, type: BusinessType): string {
  const words = wording[type];
  const [one, many] = kind === 'people' ? [words.person, words.people] : [words.booking, words.bookings];
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** The names of what a column may be. */
export function targetName(target: ImportTarget, type: BusinessType): string {
  return target === 'resource' ? capitalise(wording[type].resource) : targetNames[target];
}

const factsOfPatients: Record<keyof PersonFacts, true> = { born: true, sex: true, guardian: true };

/** Lists what a column may be. A ground keeps no facts of patients. */
export function listTargets(kind: ImportKind, type: BusinessType): ImportTarget[] {
  return targetsByKind[kind].filter((target) => type === 'doctor' || !Object.hasOwn(factsOfPatients, target));
}

const targetNames: Readonly<Record<Exclude<ImportTarget, 'resource'>, string>> = {
  name: 'Name',
  lastName: 'Last name',
  contact: 'Telephone number',
  email: 'Email',
  born: 'Age or date of birth',
  sex: 'Sex',
  guardian: 'Parent or guardian',
  note: 'Note',
  date: 'Date',
  time: 'Time',
  end: 'End',
  minutes: 'Length in minutes',
  service: 'Service',
  price: 'Price',
  paid: 'Amount paid',
  due: 'Amount due',
  method: 'Payment method',
  status: 'Status',
};

interface OutcomeWords {
  readonly value: RowOutcome;
  readonly name: string;
  readonly tone: Tone;
}

export const outcomes: readonly OutcomeWords[] = [
  { value: 'new', name: 'New', tone: 'good' },
  { value: 'household', name: 'New in a household', tone: 'good' },
  { value: 'changed', name: 'Known, with something added', tone: 'info' },
  { value: 'same', name: 'Known already', tone: 'quiet' },
  { value: 'refused', name: 'Needs work', tone: 'attention' },
];

/** Lists the outcomes that rows of a file may have: a booking is new, known or refused. */
export function listOutcomes(kind: ImportKind): readonly OutcomeWords[] {
  return kind === 'people'
    ? outcomes
    : outcomes.filter(({ value }) => value !== 'household' && value !== 'changed');
}

export const stayedText: Readonly<Record<NonNullable<ImportRow['stayedBecause']>, string>> = {
  booked: 'Stays: was booked for since',
  paid: 'Stays: there is money',
  merged: 'Stays: was merged',
  changed: 'Stays: was changed since',
  locked: 'Stays: the money of the day is locked',
  in_use: 'Stays: is in use',
};

/** Returns what a server does with a file, or what became of it, in a sentence. */
export function stateText(found: Import, type: BusinessType): string {
  const { state, counts, undone, failure, percent, total, kind } = found;
  const added = countText((counts?.new ?? 0) + (counts?.household ?? 0), kind, type);
  if (state === 'failed') return failure ?? 'This file could not be read.';
  if (state === 'reading') return 'The file is being read. You can leave this page.';
  if (state === 'checking') return `The rows are being checked: ${percent} %. You can leave this page.`;
  if (state === 'running') return `Being brought in: ${percent} %. You can leave this page.`;
  if (state === 'undoing') return `Being taken back: ${percent} %. You can leave this page.`;
  if (state === 'undone')
    return `Taken back: ${formatCount(undone?.removed ?? 0)} removed, ${formatCount(undone?.stayed ?? 0)} stayed.`;
  if (state === 'done') return `Brought in: ${added} added.`;
  return `${formatCount(total)} rows were checked. Nothing has been brought in yet.`;
}
