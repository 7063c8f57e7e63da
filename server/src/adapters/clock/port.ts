/** What time it is. Tests hand in a clock of their own. */
export type Clock = () => Date;
