/** The alphabet of an SMS (GSM 03.38). */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** The characters of it that count as two. */
const extended = new Set('^{}\\[~]|€\f');

/** The length of an SMS, and the parts in which it is sent, each of which is charged. */
export interface SmsLength {
  readonly characters: number;
  readonly parts: number;
  /** Whether a letter outside of the alphabet makes all of them take more room, as in Hindi. */
  readonly isUnicode: boolean;
}

/** Measures a text as an SMS: 160 characters, or 70 of Unicode, and 153 or 67 a part if there are more. */
export function measureSms(text: string): SmsLength {
  const letters = Array.from(text);
  const isUnicode = !letters.every((letter) => basic.has(letter) || extended.has(letter));
  const characters = isUnicode
    ? text.length
    : letters.length + letters.filter((letter) => extended.has(letter)).length;
  const [single, joined] = isUnicode ? [70, 67] : [160, 153];
  return { characters, parts: characters <= single ? 1 : Math.ceil(characters / joined), isUnicode };
}
