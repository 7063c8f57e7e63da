export { activateInvitation } from './activate.ts';
export { inviteLater } from './invite-later.ts';
