/** The sandbox takes the ports after the server's: its control page, its mail server, its webhook receiver, sign-in, payments and calendars. */
export function sandboxPorts(serverPort) {
  return {
    control: serverPort + 1,
    mail: serverPort + 2,
    webhook: serverPort + 3,
    identity: serverPort + 4,
    payments: serverPort + 5,
    calendar: serverPort + 6,
  };
}
