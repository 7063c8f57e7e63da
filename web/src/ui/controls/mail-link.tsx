import { Anchor } from '@mantine/core';

/** Renders a link that writes an email, underlined as it stands within sentences. */
export function MailLink({ email }: { email: string }) {
  return (
    <Anchor href={`mailto:${email}`} underline="always" inherit style={{ overflowWrap: 'anywhere' }}>
      {email}
    </Anchor>
  );
}
