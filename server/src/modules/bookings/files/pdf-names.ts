/** Names (ISO 32000-1) that stand for scripts, programs to start, files within the file, and forms and players with scripts. */
const active = new Set(['JavaScript', 'JS', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'XFA']);

/** As written, each letter of the longest active name may take three characters: `#61`. */
const longestWritten = 41;

/** A string, a reference to another object, or a comment before one of them. */
const value = /^[\0\s]*(?:[(<%]|\d+[\0\s]+\d+[\0\s]+R)/;

/**
 * Whether an active name stands anywhere. Two letters turn up in any picture's bytes by chance, so `/JS` counts only with its value.
 * Linear: it looks at no more than 41 characters after a slash, and at what follows `/JS` up to the value, where no other `/JS` stands.
 */
export function hasActiveName(text: string): boolean {
  for (let slash = text.indexOf('/'); slash !== -1; slash = text.indexOf('/', slash + 1)) {
    const end = endOfName(text, slash + 1);
    const name = plainName(text.slice(slash + 1, end));
    if (active.has(name) && (name !== 'JS' || value.test(text.slice(end)))) return true;
  }
  return false;
}

/** With each `#61` of a text turned into the letter it stands for. Byte by byte: pieces of a large text would take ten times its memory. */
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

/** Letters, digits and `#`, of which active names are written. */
function isOfName(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || isDigit(code) || code === 0x23;
}
