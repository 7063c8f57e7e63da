import { assertThat } from '../../../core/app-error.ts';
import { findNames } from './pdf-names.ts';
import { findDefinitions, type PdfText } from './pdf-objects.ts';
import { PdfReader, type PdfValue } from './pdf-values.ts';

/** Actions that stay in the document: they open no address, and send, play or run nothing. */
const harmless = new Set([
  'GoTo',
  'GoToDp',
  'GoTo3DView',
  'Named',
  'Thread',
  'Hide',
  'SetOCGState',
  'ResetForm',
  'Trans',
]);
/** Entries of `/AA` of a document, page, annotation or field. Fonts may be called `/AA`, too. */
const events = new Set([
  'WC',
  'WS',
  'DS',
  'WP',
  'DP',
  'O',
  'C',
  'E',
  'X',
  'D',
  'U',
  'Fo',
  'Bl',
  'PO',
  'PC',
  'PV',
  'PI',
  'K',
  'F',
  'V',
]);
const openAction = 'OpenAction';
const automatic = new Set([openAction, 'AA']);

/** The most bytes of values that are read in a file: no document's actions need more. */
const mostRead = 64 * 1024 * 1024;
const deepestReferences = 20;

/** An action, the actions after it, or a dictionary with an action for each event. */
type Role = 'action' | 'next' | 'events';
interface Found {
  readonly role: Role;
  readonly value: PdfValue;
}

/**
 * Throws `prescription.unsafe` for a PDF with an action that runs without a press (`/OpenAction`,
 * `/AA`; ISO 32000-1, 12.6) and does more than move in the document. Links that a person presses
 * stay. An action that cannot be found or read is refused.
 */
export function assertNoAutomaticCall(texts: readonly PdfText[]): void {
  let left = mostRead;
  const spend = (length: number) => {
    left -= length;
    assertThat(left > 0, 'prescription.unsafe');
  };
  let references = new Map<number, Set<Role>>();
  for (const { text } of texts)
    for (const { value, role, length } of automaticValues(text)) {
      spend(length);
      follow({ role, value }, references);
    }
  for (let depth = 0; references.size > 0; depth += 1) {
    assertThat(depth < deepestReferences, 'prescription.unsafe');
    const missing = new Set(references.keys());
    const further = new Map<number, Set<Role>>();
    for (const { number, value, length } of findDefinitions(texts, new Set(references.keys()))) {
      spend(length);
      missing.delete(number);
      for (const role of references.get(number) ?? []) follow({ role, value }, further);
    }
    assertThat(missing.size === 0, 'prescription.unsafe');
    references = further;
  }
}

function* automaticValues(text: string): Generator<Found & { readonly length: number }> {
  for (const { name, end } of findNames(text, automatic)) {
    const reader = new PdfReader(text, end);
    // The two letters occur in image data by chance, though not before a dictionary or a number.
    if (name === 'AA' && !reader.isBefore('<<') && !/\d/.test(text[reader.at] ?? '')) continue;
    const value = reader.read();
    yield { role: name === openAction ? 'action' : 'events', value, length: reader.at - end };
  }
}

/** Checks a value, and notes the references that have to be read for it. */
function follow({ role, value }: Found, references: Map<number, Set<Role>>): void {
  if ('reference' in value) {
    const roles = references.get(value.reference) ?? new Set();
    references.set(value.reference, roles.add(role));
  } else if ('array' in value) {
    // Without `Next` an array is a place in the document.
    if (role === 'next') for (const each of value.array) follow({ role: 'action', value: each }, references);
  } else if ('dictionary' in value) {
    if (role === 'events') {
      for (const [event, each] of value.dictionary)
        if (events.has(event)) follow({ role: 'action', value: each }, references);
      return;
    }
    const kind = value.dictionary.get('S');
    assertThat(kind && 'name' in kind && harmless.has(kind.name), 'prescription.unsafe');
    const next = value.dictionary.get('Next');
    if (next) follow({ role: 'next', value: next }, references);
  }
}
