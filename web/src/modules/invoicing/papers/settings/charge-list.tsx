import { Button, Group, Stack, Text } from '@mantine/core';
import { type ChargeOffer, mostOffers, setChargeList } from '@samay/contract/ledger/charge-list';
import { formatRupees } from '@samay/contract/core/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../../../../lib/api/api.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { toastDone } from '../../../../ui/feedback/toast.tsx';
import { RowButton, RowButtons } from '../../../../ui/table/row-button.tsx';
import { chargeListQuery } from './api.ts';
import { ChargeDialog } from './charge-dialog.tsx';
import classes from './tax-list.module.css';
import { rateText } from './tax-values.ts';

/** Lists the charges that the desk is offered, and changes them. */
export function ChargeListForm({ offers }: { offers: readonly ChargeOffer[] }) {
  const { tenant } = useSession();
  const client = useQueryClient();
  const [changed, setChanged] = useState<ChargeOffer | 'new' | null>(null);
  const save = useMutation({
    mutationFn: (list: readonly ChargeOffer[]) => call(setChargeList, { body: { offers: [...list] } }),
    onSuccess: (saved) => {
      client.setQueryData(chargeListQuery.queryKey, saved);
      toastDone('List of charges saved');
      setChanged(null);
    },
  });
  const others = (own: ChargeOffer) => offers.filter(({ id }) => id !== own.id);
  const isSuspended = tenant?.suspended === true;
  return (
    <Stack gap="sm">
      {offers.length === 0 && (
        <Text size="sm">No charges yet. The desk types the name and the amount of each.</Text>
      )}
      {offers.length > 0 && (
        <ul className={classes.services} aria-label="Charges">
          {offers.map((offer) => (
            <li key={offer.id}>
              <div className={classes.service}>
                <b>{offer.name}</b>
                <span>{offerText(offer)}</span>
              </div>
              {!isSuspended && (
                <RowButtons>
                  <RowButton label={`Change ${offer.name}`} onClick={() => setChanged(offer)}>
                    Change
                  </RowButton>
                  <RowButton
                    label={`Remove ${offer.name}`}
                    isDestructive
                    onClick={() => !save.isPending && save.mutate(others(offer))}
                  >
                    Remove
                  </RowButton>
                </RowButtons>
              )}
            </li>
          ))}
        </ul>
      )}
      {save.isError && changed === null && (
        <FailureNotice text={errorText(save.error, 'Failed to save the list of charges')} />
      )}
      {!isSuspended && offers.length < mostOffers && (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setChanged('new')}>
            Add a charge
          </Button>
        </Group>
      )}
      {changed !== null && (
        <ChargeDialog
          offer={changed === 'new' ? null : changed}
          busy={save.isPending}
          error={save.error}
          onClose={() => (save.reset(), setChanged(null))}
          onSave={(offer) =>
            save.mutate(
              changed === 'new'
                ? [...offers, offer]
                : offers.map((each) => (each.id === offer.id ? offer : each)),
            )
          }
        />
      )}
    </Stack>
  );
}

/** Names amount and tax of a charge: `₹100, taxable at 18%, SAC 999312`. */
function offerText({ amount, treatment, rate, sac }: ChargeOffer): string {
  return [
    formatRupees(amount),
    treatment === null
      ? 'taxed like the service'
      : treatment === 'exempt'
        ? 'exempt'
        : `taxable at ${rateText(rate ?? 0)}%`,
    ...(sac === null ? [] : [`SAC ${sac}`]),
  ].join(', ');
}
