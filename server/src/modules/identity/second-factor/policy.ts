/** A session ends with its fifth wrong code in a row (reliability.md 5.4): whoever guesses has to know the password again. */
export const wrongCodesPerSession = 5;
