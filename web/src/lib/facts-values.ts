/** The values of the fields of a person's facts: the age as typed, and '' for no sex. */
export interface FactsValues {
  readonly age: string;
  readonly sex: string;
  readonly guardian: string;
}

export const emptyFacts: FactsValues = { age: '', sex: '', guardian: '' };
