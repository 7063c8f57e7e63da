import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ContactLink } from './contact-link.tsx';

it.each([
  ['+91 98200 11223', 'tel:+919820011223'],
  ['(080) 2345-6789', 'tel:08023456789'],
])('calls %s', (contact, href) => {
  render(<ContactLink contact={contact} />);
  expect(screen.getByRole('link', { name: contact })).toHaveAttribute('href', href);
});

it('is plain text without a telephone number', () => {
  render(<ContactLink contact="at the gate" />);
  expect(screen.getByText('at the gate')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
