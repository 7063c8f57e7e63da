/**
 * The script of the board: fetches what changed when the stream says so, and every half minute; sounds
 * when a person is called, also again, or inside; says since when it is not up to date. The time is the server's, because
 * the clock of a TV is often wrong.
 */
export const boardScript = `
const main = document.querySelector('main');
const stale = document.getElementById('stale');
const button = document.getElementById('sound');
let shown = main.innerHTML, last = performance.now(), sound, isLoading = false, isAsked = false;
const soundedNow = () => [...document.querySelectorAll('[data-inside],[data-called]')].map((each) => each.dataset.inside ?? each.dataset.called);
function chime() {
  if (!sound) return;
  [[660, 0], [880, 0.25]].forEach(([pitch, after]) => {
    const tone = sound.createOscillator(), volume = sound.createGain(), at = sound.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.3, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
    tone.connect(volume).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 0.6);
  });
}
button.addEventListener('click', () => {
  sound = new AudioContext();
  button.hidden = true;
  chime();
});
function isNew(each, before) {
  const [id, calls] = each.split(' ');
  if (before.includes(each)) return false;
  return calls !== undefined || !before.some((other) => other.split(' ')[0] === id);
}
async function load() {
  isAsked = true;
  if (isLoading) return;
  isLoading = true;
  try {
    while (isAsked) {
      isAsked = false;
      const reply = await fetch(location.pathname + '/now' + location.search, { cache: 'no-store' });
      if (reply.status === 404) return location.reload();
      if (!reply.ok) break;
      const text = await reply.text(), before = soundedNow();
      if (text !== shown) main.innerHTML = shown = text;
      if (soundedNow().some((each) => isNew(each, before))) chime();
      last = performance.now();
      say();
    }
  } catch {
    say();
  } finally {
    isLoading = false;
  }
}
function say() {
  const isOld = performance.now() - last > 60000;
  const text = isOld ? stale.dataset.text.replace('{time}', document.getElementById('at').textContent) : '';
  if (stale.textContent !== text) stale.textContent = text;
}
const stream = new EventSource(location.pathname + '/live');
stream.addEventListener('change', load);
stream.addEventListener('gap', load);
stream.addEventListener('open', load);
setInterval(load, 30000);
setInterval(say, 5000);
`;
