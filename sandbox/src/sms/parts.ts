const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that the alphabet writes as two. */
const extended = new Set('^{}\\[~]|€\f');

/** Returns the number of parts in which a text is sent, each of which costs a credit. */
export function countParts(text: string): number {
  const characters = Array.from(text);
  const isBasic = characters.every((each) => basic.has(each) || extended.has(each));
  const length = isBasic
    ? characters.length + characters.filter((each) => extended.has(each)).length
    : text.length;
  const [single, joined] = isBasic ? [160, 153] : [70, 67];
  return length <= single ? 1 : Math.ceil(length / joined);
}
