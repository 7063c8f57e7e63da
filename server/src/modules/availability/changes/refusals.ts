import { AppError } from '../../../core/app-error.ts';

/** Refuses one field of a request with a sentence of its own. */
export function refuseField(field: string, sentence: string): AppError {
  return new AppError('request.invalid', { fields: { [field]: sentence } });
}

/** Checks an order: every one of the ids, once each. A screen that is behind is refused. */
export function assertOrderOf(ids: readonly string[], asked: readonly string[]): void {
  const isWhole =
    ids.length === asked.length &&
    new Set(asked).size === asked.length &&
    ids.every((id) => asked.includes(id));
  if (!isWhole) throw refuseField('ids', 'The list has changed meanwhile. Please try again.');
}
