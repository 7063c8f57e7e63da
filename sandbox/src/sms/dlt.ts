/** Failures by which operators refuse an SMS in India, with their code. */
export const dltFailures: Readonly<Record<number, string>> = {
  600: 'ENTITY_NOT_FOUND',
  620: 'HEADER_NOT_FOUND',
  621: 'HEADER_INACTIVE',
  622: 'HEADER_BLACKLISTED',
  623: 'PEID_NOT_MATCHED_WITH_HEADER',
  630: 'TEMPLATE_NOT_FOUND',
  631: 'TEMPLATE_INACTIVE',
  632: 'TEMPLATE_BLACKLISTED',
  633: 'TEMPLATE_NOT_MATCHED',
  634: 'HEADER_NOT_REGISTERED_FOR_TEMPLATE',
  635: 'VARIABLE_EXCEEDED_MAX_LENGTH',
  637: 'INVALID_TEMPLATE_ID',
  650: 'PREFERENCE_NOT_MATCHED',
  660: 'CONSENT_FAILED',
  670: 'SCRUBBING_FAILED',
};

export const categories = ['transactional', 'service', 'promotional'] as const;
export type Category = (typeof categories)[number];

/** A sender's name that the operators know, and the entity to which it belongs. */
export interface Header {
  readonly name: string;
  readonly entityId: string;
}

/** A text that an entity registered, with typed variables such as `{#alphanumeric#}`. */
export interface RegisteredText {
  readonly id: string;
  readonly header: string;
  readonly category: Category;
  readonly text: string;
}

/** An SMS as it reaches the operators. */
export interface Submission {
  readonly entityId: string;
  readonly header: string;
  readonly textId: string;
  readonly number: string;
  readonly text: string;
}

const maxVariable = 40;
const tags: Readonly<Record<string, string>> = {
  var: '.*?',
  alphanumeric: String.raw`[\p{L}\p{M}\p{N} _/.]*?`,
  numeric: String.raw`\d*?`,
  number: String.raw`\d*?`,
  url: String.raw`https?://\S*?`,
  urlott: String.raw`https?://\S*?`,
  cbn: String.raw`\+?\d*?`,
  email: String.raw`\S+?@\S+?`,
};

/** The operators' platform of registered senders and texts (DLT). */
export class DltPlatform {
  readonly #headers: readonly Header[];
  readonly #texts = new Map<string, RegisteredText>();

  constructor(headers: readonly Header[]) {
    this.#headers = headers;
  }

  /** Registers a text. Throws when it has no known tag, or has a header that nobody registered. */
  register(text: RegisteredText): void {
    const unknown = findTags(text.text).find((name) => !Object.hasOwn(tags, name));
    if (unknown !== undefined) throw new Error(`The tag {#${unknown}#} is unknown`);
    if (!/^\d{19}$/.test(text.id)) throw new Error('A DLT template id has 19 digits');
    this.#texts.set(text.id, text);
  }

  /** Scrubs a submission. Returns the code of its failure; undefined when it may be delivered. */
  scrub({ entityId, header, textId, number, text }: Submission): number | undefined {
    const owner = this.#headers.find(({ name }) => name === header);
    if (!owner) return 620;
    if (owner.entityId !== entityId) return 623;
    const registered = this.#texts.get(textId);
    if (!registered) return 630;
    if (registered.header !== header) return 634;
    const values = toPattern(registered.text).exec(joinSpaces(text))?.slice(1);
    if (!values) return 633;
    const names = findTags(registered.text);
    if (values.some((value, at) => isBounded(names[at]) && Array.from(value).length > maxVariable))
      return 635;
    // People who want no promotion have a number that ends in 650.
    const isUnwanted = registered.category === 'promotional' && number.endsWith('650');
    return isUnwanted ? 650 : undefined;
  }

  categoryOf(textId: string): Category | undefined {
    return this.#texts.get(textId)?.category;
  }
}

/** Lists the tags of a text in order. */
export function findTags(text: string): string[] {
  return Array.from(text.matchAll(/\{#(\w+)#\}/g), ([, name]) => name ?? '');
}

/** Builds the pattern that a delivered text must match as a whole. */
function toPattern(text: string): RegExp {
  const parts = joinSpaces(text).split(/\{#(\w+)#\}/);
  const source = parts.map((part, at) => (at % 2 === 1 ? `(${tags[part] ?? '.*?'})` : escapePattern(part)));
  return new RegExp(`^${source.join('')}$`, 'su');
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Operators take a run of spaces and line breaks for one space. */
function joinSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Tells whether values of this tag have a longest length. Addresses have none. */
function isBounded(name: string | undefined): boolean {
  return name === 'var' || name === 'alphanumeric' || name === 'numeric' || name === 'number';
}
