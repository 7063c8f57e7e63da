/** Brings the first field that is wrong to the eye and under the hands, once its error has been drawn. */
export function focusFirstError(formId: string): void {
  requestAnimationFrame(() => document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
