import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ContactLink } from './contact-link.tsx';

it.each([
  ['+91 98200 11223', 'tel:+919820011223', ''],
  ['(080) 2345-6789', 'tel:+918023456789', ''],
  ['2345 6789', 'tel:23456789', ''],
  ['98200 11223 / 98200 55555', 'tel:+919820011223', ' / 98200 55555'],
  ['९८२०० ११२२३ ext 12', 'tel:+919820011223', ' ext 12'],
])('calls the number of %s [P-5.54, P-7.5]', (contact, href, rest) => {
  const { container } = render(<ContactLink contact={contact} />);
  const link = screen.getByRole('link');
  expect(link).toHaveAttribute('href', href);
  expect(link).toHaveTextContent(contact.slice(0, contact.length - rest.length));
  expect(container).toHaveTextContent(contact);
});

it('is plain text without a telephone number', () => {
  render(<ContactLink contact="at the gate" />);
  expect(screen.getByText('at the gate')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
