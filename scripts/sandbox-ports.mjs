/** Returns the ports of the sandbox's servers, which follow the server's own. */
export function sandboxPorts(serverPort) {
  return {
    control: serverPort + 1,
    mail: serverPort + 2,
    webhook: serverPort + 3,
    identity: serverPort + 4,
    payments: serverPort + 5,
    calendar: serverPort + 6,
    storage: serverPort + 7,
    whatsapp: serverPort + 8,
    sms: serverPort + 9,
  };
}
