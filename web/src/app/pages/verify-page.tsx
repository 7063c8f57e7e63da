import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { VerifyScreen } from '../../modules/identity/security/verify-screen.tsx';
import { createQueryClient } from '../../lib/query-client.ts';

/** The second factor after the password. Nothing of a business is read before it, so what is read here lives here. */
export function VerifyPage() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <VerifyScreen />
    </QueryClientProvider>
  );
}
