/** pino's numbers: 40 is a warning, 50 an error. */
const warning = 40;

/**
 * What a person at the terminal should see of one line that the server logged: warnings and worse as a sentence, other lines of
 * JSON nothing, and whatever is no JSON as it is.
 */
export function readableLine(line) {
  const entry = parsed(line);
  if (!entry) return line;
  if (!(entry.level >= warning)) return undefined;
  const reason = entry.err?.message;
  return [entry.msg, reason !== entry.msg && reason].filter(Boolean).join(': ') || line;
}

function parsed(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
