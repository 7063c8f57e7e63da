import { expect, it } from 'vitest';
import { PersonContact } from '../people/contact.ts';

it.each(['\u202A98200 11223\u202C', '98200 11223\u200B', '\uFEFF98200 11223', '98200\u00AD 11223'])(
  'takes %j for a contact without what is invisible',
  (contact) => {
    expect(PersonContact.parse(contact)).toBe('98200 11223');
  },
);
