import { OwnRulesSection } from './own-rules-section.tsx';
import { WhatsAppSettingsSection } from './whatsapp-settings-section.tsx';

/** Renders the words of messages, and the rules of the page that they lead to. */
export function MessageSettings() {
  return (
    <>
      <WhatsAppSettingsSection />
      <OwnRulesSection />
    </>
  );
}
