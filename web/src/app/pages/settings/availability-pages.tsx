import { HoursScreen } from '../../../modules/availability/hours/hours-screen.tsx';
import { ResourcesScreen } from '../../../modules/availability/resources/resources-screen.tsx';
import { ServicesScreen } from '../../../modules/availability/services/services-screen.tsx';
import { OverbookingScreen } from '../../../modules/availability/overbooking/overbooking-screen.tsx';

const screens = {
  services: ServicesScreen,
  resources: ResourcesScreen,
  hours: HoursScreen,
  times: OverbookingScreen,
};

/**
 * Renders the pages about doctors or courts, services and hours. They share a chunk: a person who
 * sets up a business opens most of them.
 */
export function AvailabilityPage({ of }: { of: keyof typeof screens }) {
  const Screen = screens[of];
  return <Screen />;
}
