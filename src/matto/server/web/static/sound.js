// Soft sounds of the table, made on the spot: a card, a knock, a trick, one's turn. They follow what
// the page shows anyhow, so that nobody hears what he does not see.

const LOUD = 0.09;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let audio;

function ready() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, ready); // browsers wait for one
if (navigator.userActivation?.hasBeenActive) ready();

function faded(at, length, loud) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function tone(after, pitch, length, loud = LOUD) {
  const at = audio.currentTime + after;
  const voice = audio.createOscillator();
  voice.frequency.setValueAtTime(pitch, at);
  voice.connect(faded(at, length, loud));
  voice.start(at);
  voice.stop(at + length);
}

function rustle(after, pitch, length, loud = LOUD) {
  const at = audio.currentTime + after;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  noise.getChannelData(0).forEach((_, place, wave) => (wave[place] = 2 * Math.random() - 1));
  const paper = audio.createBiquadFilter();
  paper.type = "bandpass";
  paper.frequency.value = pitch;
  const voice = audio.createBufferSource();
  voice.buffer = noise;
  voice.connect(paper).connect(faded(at, length, loud));
  voice.start(at);
}

const SOUNDS = {
  deal: () => [0, 0.09, 0.18, 0.27].forEach((after) => rustle(after, 2600, 0.07)),
  card: () => rustle(0, 1900, 0.1),
  knock: () => [0, 0.12].forEach((after) => tone(after, 140, 0.09)),
  trick: () => [0, 0.06].forEach((after) => rustle(after, 1200, 0.16)),
  turn: () => [[0, 523], [0.13, 659]].forEach(([after, pitch]) => tone(after, pitch, 0.3, LOUD / 2)),
};

function shown() {
  const { deal, turn } = document.getElementById("table").dataset;
  const trick = document.getElementById("trick");
  const said = [...document.querySelectorAll("#seats .said")].map((word) => word.textContent).join("|");
  return {
    deal,
    said,
    own: turn === "own",
    laid: trick ? trick.querySelectorAll(".laid").length : 0,
    trick: trick?.classList.contains("done") ? trick.dataset.trick : "",
  };
}

function heard(before, now) {
  const sounds = [];
  if (now.deal !== before.deal) sounds.push("deal");
  else if (now.trick && now.trick !== before.trick) sounds.push("trick");
  else if (now.laid && now.laid !== before.laid) sounds.push("card");
  else if (now.said && now.said !== before.said) sounds.push("knock");
  if (now.own && !before.own) sounds.push("turn");
  return sounds;
}

let before = shown();

document.addEventListener("settled", () => {
  const now = shown();
  const sounds = heard(before, now);
  before = now;
  if (audio?.state !== "running" || document.documentElement.dataset.sounds !== "on") return;
  for (const sound of sounds) if (!calm.matches || sound === "turn") SOUNDS[sound]();
});
