import { Switch } from '@mantine/core';
import { type DrawerRules, setDrawerRules } from '@samay/contract/bookings/drawers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorText } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { drawerRulesQuery, refreshDrawers } from './api.ts';

/** Renders the setting of one drawer for the desk or one for each person, for owners. */
export function DrawersSection() {
  if (!useSession().permissions.includes('settings.write')) return null;
  return (
    <LoadedSection
      title="Drawers"
      hint={
        'Each person who takes money has a drawer and closes it in the evening. ' +
        'With one drawer for the desk, one close is for all. ' +
        'What was taken stays in the drawer where it is.'
      }
      query={drawerRulesQuery}
      failed="Failed to load this setting"
    >
      {(rules) => <OneDrawerSwitch rules={rules} />}
    </LoadedSection>
  );
}

/**
 * Renders the switch, which shows the new value immediately and the server's again after an error.
 */
function OneDrawerSwitch({ rules }: { rules: DrawerRules }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  const change = useMutation({
    mutationFn: (oneDrawer: boolean) => call(setDrawerRules, { body: { oneDrawer } }),
    onSuccess: (saved) => {
      client.setQueryData(drawerRulesQuery.queryKey, saved);
      toastDone(saved.oneDrawer ? 'The desk has one drawer' : 'Each person has a drawer');
      void refreshDrawers(client);
    },
  });
  return (
    <>
      <Switch
        label="One drawer for the desk"
        checked={change.isPending ? change.variables : rules.oneDrawer}
        disabled={tenant?.suspended === true}
        onChange={({ currentTarget: { checked } }) => {
          if (!change.isPending) change.mutate(checked);
        }}
      />
      {change.isError && (
        <FailureNotice text={errorText(change.error, 'Your changes could not be saved. Please try again.')} />
      )}
    </>
  );
}
