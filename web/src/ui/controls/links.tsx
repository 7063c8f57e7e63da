import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface Props extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> {
  ref?: Ref<HTMLAnchorElement>;
}

/** Goes to another page of ours and looks like a button; it leads somewhere and never says where one is. */
export const ButtonLink = createLink(({ 'aria-current': _here, ...props }: Props) => <Button component="a" {...props} />);
