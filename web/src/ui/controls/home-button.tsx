import { Button, type ButtonProps } from '@mantine/core';

/** Leads out of the application to the first page, which the server answers itself. */
export function HomeButton({ variant = 'default' }: Pick<ButtonProps, 'variant'>) {
  return (
    <Button component="a" variant={variant} href="/">
      Return to Home
    </Button>
  );
}
