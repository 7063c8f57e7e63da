/** Returns the form of an address that is compared and unique: NFKC, lower case (reliability.md A6). */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
