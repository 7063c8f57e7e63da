/** The number of this release, that of every package.json; CHANGELOG.md says what is in it. */
export const version = '1.7.2';
