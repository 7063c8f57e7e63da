/** Returns the form of an address that is compared and unique: NFKC, lower case (P-2.49). */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
