/** What the platform reads of a person's name: `Kavita Menon` → `K••• M•••`. Enough to tell two bookings apart, not to know anybody. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${firstOf(word, 1)}•••`)
    .join(' ');
}

/** `ravi.k@people.example` → `ra•••@people.example`: whoever has the address before them can tell that it is the one. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = at < 0 ? email : email.slice(0, at);
  return `${firstOf(local, local.length > 3 ? 2 : 1)}•••${at < 0 ? '' : email.slice(at)}`;
}

/** By whole characters, whatever the script. */
function firstOf(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}
