/**
 * The script of the board: fetches what changed when the stream says so, and every half minute; sounds
 * when a person is called, also again, or inside, and shows the page that has them; turns pages; says since
 * when it is not up to date. The time is the server's, because the clock of a TV is often wrong.
 */
export const boardScript = `
const main = document.querySelector('main');
const stale = document.getElementById('stale');
const button = document.getElementById('sound');
let shown = main.innerHTML, last = performance.now(), page = 0, turned = last, sound, isLoading = false, isAsked = false;
const soundsOf = (part) => [...part.querySelectorAll('[data-sounds]')].flatMap((each) => each.dataset.sounds.split(',')).filter(Boolean);
const pages = () => [...main.querySelectorAll('.queues')];
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
function turnTo(to) {
  const all = pages();
  page = to % all.length;
  all.forEach((each, at) => each.toggleAttribute('data-shown', at === page));
}
function isNew(each, before) {
  const [id, calls] = each.split(' ');
  if (before.includes(each)) return false;
  return calls !== undefined || !before.some((other) => other.split(' ')[0] === id);
}
function show(text) {
  if (text === shown) return;
  const before = soundsOf(main);
  main.innerHTML = shown = text;
  const news = pages().findIndex((each) => soundsOf(each).some((one) => isNew(one, before)));
  turnTo(news < 0 ? page : news);
  if (news < 0) return;
  turned = performance.now();
  chime();
}
async function load() {
  isAsked = true;
  if (isLoading) return;
  isLoading = true;
  try {
    while (isAsked) {
      isAsked = false;
      const reply = await fetch(location.pathname + '/now' + location.search, { cache: 'no-store', signal: AbortSignal.timeout(20000) });
      if (reply.status === 404) return location.reload();
      if (!reply.ok) break;
      show(await reply.text());
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
function listen() {
  const stream = new EventSource(location.pathname + '/live');
  for (const name of ['change', 'gap', 'open']) stream.addEventListener(name, load);
  stream.addEventListener('error', () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 10000);
  });
}
listen();
setInterval(load, 30000);
setInterval(() => {
  say();
  if (performance.now() - turned > 12000 && pages().length > 1) {
    turned = performance.now();
    turnTo(page + 1);
  }
}, 3000);
`;
