let kept: string | undefined;

/** Keeps the address that somebody will sign in with next, for the login page to fill in; in memory, so that no address bar or storage holds it. */
export function keepSignInEmail(email: string): void {
  kept = email;
}

export function signInEmail(): string {
  return kept ?? '';
}

export function forgetSignInEmail(): void {
  kept = undefined;
}
