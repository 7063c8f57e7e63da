import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface ButtonLinkProps
  extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> {
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Renders a link to a page of the application as a button. It is never marked as the current page.
 */
export const ButtonLink = createLink(({ 'aria-current': _here, ...props }: ButtonLinkProps) => (
  <Button component="a" {...props} />
));

interface TextLinkProps
  extends AnchorProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> {
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Renders a link to a page of the application inside a sentence. The application is not loaded
 * again.
 */
export const TextLink = createLink((props: TextLinkProps) => <Anchor underline="always" {...props} />);

/** Renders a link to the landing page, which the server renders outside the application. */
export function HomeButton({ variant = 'default' }: Pick<ButtonProps, 'variant'>) {
  return (
    <Button component="a" variant={variant} href="/">
      Return to Home
    </Button>
  );
}
