/**
 * PDF names (ISO 32000-1) of scripts, program launches, embedded files, forms and media with
 * scripts, and of actions that open another file or send data.
 */
const active = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
  'GoToR',
  'GoToE',
  'SubmitForm',
  'ImportData',
]);

/** The longest written form: each letter of a name may be escaped as three characters, `#61`. */
const longestWritten = 41;

/** A string, a reference to another object, or a comment before one of them. */
const value = /^[\0\s]*(?:[(<%]|\d+[\0\s]+\d+[\0\s]+R)/;

/**
 * Returns whether a text contains an active name. `/JS` occurs in image data by chance, so it
 * counts only with a value.
 */
export function hasActiveName(text: string): boolean {
  for (const { name, end } of findNames(text, active))
    if (name !== 'JS' || value.test(text.slice(end))) return true;
  return false;
}

/**
 * Yields each of the wanted names of a text, and where its written form ends. Linear: it reads at
 * most 41 characters after each slash.
 */
export function* findNames(
  text: string,
  wanted: ReadonlySet<string>,
): Generator<{ readonly name: string; readonly end: number }> {
  for (let slash = text.indexOf('/'); slash !== -1; slash = text.indexOf('/', slash + 1)) {
    const end = endOfName(text, slash + 1);
    const name = plainName(text.slice(slash + 1, end));
    if (wanted.has(name)) yield { name, end };
  }
}

/**
 * Decodes each escape such as `#61`, byte by byte: splitting a large text would take ten times its
 * memory.
 */
export function plainName(text: string): string {
  if (!text.includes('#')) return text;
  const plain = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isEscape = code === 0x23 && isHex(text.charCodeAt(at + 1)) && isHex(text.charCodeAt(at + 2));
    plain[length++] = isEscape ? Number.parseInt(text.slice(at + 1, at + 3), 16) : code;
    if (isEscape) at += 2;
  }
  return plain.toString('latin1', 0, length);
}

function isHex(code: number): boolean {
  return isDigit(code) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function endOfName(text: string, start: number): number {
  const most = Math.min(start + longestWritten, text.length);
  let at = start;
  while (at < most && isOfName(text.charCodeAt(at))) at += 1;
  return at;
}

/** Returns whether a character may occur in a written active name: letters, digits and `#`. */
function isOfName(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || isDigit(code) || code === 0x23;
}
