import { HoursScreen } from '../../../modules/availability/hours/hours-screen.tsx';
import { ResourcesScreen } from '../../../modules/availability/resources/resources-screen.tsx';
import { ServicesScreen } from '../../../modules/availability/services/services-screen.tsx';
import { ClosingRulesSection } from '../../../modules/bookings/closings/closing-rules-section.tsx';
import { OverbookingScreen } from '../../../modules/availability/overbooking/overbooking-screen.tsx';

function TimesScreen() {
  return (
    <OverbookingScreen>
      <ClosingRulesSection />
    </OverbookingScreen>
  );
}

const screens = {
  services: ServicesScreen,
  resources: ResourcesScreen,
  hours: HoursScreen,
  times: TimesScreen,
};

/**
 * Renders the pages about doctors or courts, services and hours. They share a chunk: a person who
 * sets up a business opens most of them.
 */
export function AvailabilityPage({ of }: { of: keyof typeof screens }) {
  const Screen = screens[of];
  return <Screen />;
}
