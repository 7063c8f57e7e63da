import { Text } from '@mantine/core';
import { renewRecoveryCodes } from '@samay/contract/identity/second-factor';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';

/** Creates ten new recovery codes if a code of the app is given, and shows them once. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = async (code: string) =>
    setCodes((await call(renewRecoveryCodes, { body: { code } })).recoveryCodes);
  return (
    <Dialog opened onClose={onClose} title="New recovery codes" size="md">
      {codes ? (
        <RecoveryCodesCard codes={codes} onDone={onClose} />
      ) : (
        <>
          <Text size="sm" mb="md">
            The old codes stop working.
          </Text>
          <CodeForm
            label="New recovery codes"
            onProof={({ code = '' }) => renew(code)}
            onDone={() => undefined}
          >
            {(busy) => (
              <FormButtons submit="Create new codes" waiting="Creating..." busy={busy} onClose={onClose} />
            )}
          </CodeForm>
        </>
      )}
    </Dialog>
  );
}
