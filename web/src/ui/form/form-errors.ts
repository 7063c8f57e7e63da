import { ApiError } from '../../lib/api/api.ts';

interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/**
 * Returns the messages of a failed parse by field, the first of each field; empty if the values are
 * valid.
 */
export function fieldErrors(error: Issues | undefined): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message;
  return errors;
}

/** Returns whether the server's refusal names fields, where the form shows it. */
export function isShownAtFields(error: unknown): boolean {
  return error instanceof ApiError && Object.keys(error.fields ?? {}).length > 0;
}

/**
 * Focuses the first invalid field of a form, after the next render has marked it. A focus that
 * moved before that frame stays: a person who already types would continue in another field.
 */
export function focusFirstError(formId: string): void {
  const { activeElement } = document;
  requestAnimationFrame(() => {
    const isMoved = document.activeElement !== activeElement && document.activeElement !== document.body;
    if (isMoved) return;
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
