/** pino's level of a warning; an error is 50. */
const warning = 40;

/**
 * Turns one line of the server's log into text for the terminal: a sentence for warnings and
 * errors, undefined for other JSON lines, and the line itself when it is not JSON.
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
