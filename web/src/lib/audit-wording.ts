/** An action as a person reads it: `appointment.no_show` → `Appointment no show`. */
export function actionName(action: string): string {
  const text = action.replaceAll(/[._]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
