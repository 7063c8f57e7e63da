export { TomorrowScreen as TomorrowPage } from '../../modules/bookings/appointments/tomorrow/tomorrow-screen.tsx';
