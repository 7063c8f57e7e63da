/**
 * A text of the specification that a person can meet, to the letter; `{name}` stands for what differs. Where no journey brings it about,
 * `unit` names the test that does, from the repository's root.
 */
export type SpecifiedText = string | { readonly text: string; readonly unit: string };

/** The texts by the part of the specification that they stand in. */
export type SpecifiedTexts = Readonly<Record<string, readonly SpecifiedText[]>>;
