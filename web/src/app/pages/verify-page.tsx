import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { VerifyScreen } from '../../modules/identity/security/verify-screen.tsx';
import { createQueryClient } from '../../lib/query-client.ts';

/**
 * Renders the second factor after the password. It has a separate query client: the dashboard's
 * exists only after it.
 */
export function VerifyPage() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <VerifyScreen />
    </QueryClientProvider>
  );
}
