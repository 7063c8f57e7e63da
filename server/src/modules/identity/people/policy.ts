/**
 * The form of an email address that is compared and kept unique: NFKC, then lower case
 * (reliability.md A6).
 */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
