import { type DrawerRules, setDrawerRules } from '@samay/contract/bookings/drawers';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { SavedSwitch } from '../../../ui/form/saved-switch.tsx';
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

function OneDrawerSwitch({ rules }: { rules: DrawerRules }) {
  const client = useQueryClient();
  const { tenant } = useSession();
  return (
    <SavedSwitch
      label="One drawer for the desk"
      checked={rules.oneDrawer}
      disabled={tenant?.suspended === true}
      failed="Your changes could not be saved. Please try again."
      save={async (oneDrawer) => {
        const saved = await call(setDrawerRules, { body: { oneDrawer } });
        client.setQueryData(drawerRulesQuery.queryKey, saved);
        toastDone(saved.oneDrawer ? 'The desk has one drawer' : 'Each person has a drawer');
        void refreshDrawers(client);
      }}
    />
  );
}
