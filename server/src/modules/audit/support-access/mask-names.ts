/**
 * Masks a name: `Kavita Menon` → `K••• M•••`. Two names can be distinguished, and no person is
 * identified.
 */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${firstCharacters(word, 1)}•••`)
    .join(' ');
}

/**
 * Masks an address: `ravi.k@people.example` → `ra•••@people.example`. A known one can be
 * recognised.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = at < 0 ? email : email.slice(0, at);
  return `${firstCharacters(local, local.length > 3 ? 2 : 1)}•••${at < 0 ? '' : email.slice(at)}`;
}

/** Returns the first characters, counted as whole characters of any script. */
function firstCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}
