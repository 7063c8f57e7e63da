import { Anchor } from '@mantine/core';

/** Renders a link that writes an email. */
export function MailLink({ email }: { email: string }) {
  return (
    <Anchor href={`mailto:${email}`} inherit style={{ overflowWrap: 'anywhere' }}>
      {email}
    </Anchor>
  );
}
