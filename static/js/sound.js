// Sounds of wood on felt, made here: each is some knocks, and a knock is a tone and a rustle that die away fast. Other
// files say what is to be heard (table:sound). Nothing is made before the first gesture, or while muted.

// Of each knock: seconds after the start, pitch, how fast it dies away, loudness of the tone and of the rustle.
const SOUNDS = {
  step: [[0, 190, 0.02, 0.5, 0.5]],
  hit: [[0, 150, 0.03, 0.8, 0.9], [0.07, 230, 0.02, 0.3, 0.4]],
  roll: [0, 0.06, 0.11, 0.19, 0.24, 0.33].map((at) => [at, 520 - 600 * at, 0.01, 0.2, 0.6]),
  cube: [[0, 120, 0.03, 0.8, 0.6], [0.09, 165, 0.02, 0.4, 0.4]],
  turn: [[0, 392, 0.08, 0.3, 0.1], [0.13, 523, 0.12, 0.3, 0.1]],
  low: [[0, 660, 0.03, 0.4, 0.1], [0.18, 495, 0.04, 0.4, 0.1]],
  over: [[0, 392, 0.1, 0.3, 0.1], [0.15, 494, 0.1, 0.3, 0.1], [0.3, 587, 0.2, 0.3, 0.1]],
};
const VOLUME = 0.25;
const GAP = 0.12; // between two that are due at once

const made = {};
let audio;
let free = 0;

const isOn = () => document.documentElement.dataset.sound !== "off";

const wake = () => {
  if (!isOn()) return;
  audio ??= new AudioContext();
  audio.resume();
};

const make = (knocks) => {
  const rate = audio.sampleRate;
  const buffer = audio.createBuffer(1, 2 * rate, rate);
  const samples = buffer.getChannelData(0);
  for (const [at, pitch, decay, tone, rustle] of knocks) {
    for (let n = 0, noise = 0; n < 8 * decay * rate; n++) {
      noise += (Math.random() * 2 - 1 - noise) * 0.3;
      const wave = tone * Math.sin((2 * Math.PI * pitch * n) / rate) + rustle * noise * Math.exp(-n / rate / 0.006);
      samples[Math.round(at * rate) + n] += VOLUME * wave * Math.exp(-n / rate / decay);
    }
  }
  return buffer;
};

const play = ({ detail }) => {
  if (audio?.state !== "running" || !isOn()) return;
  const start = Math.max(audio.currentTime, free);
  free = start + GAP;
  const source = new AudioBufferSourceNode(audio, { buffer: (made[detail] ??= make(SOUNDS[detail])) });
  source.connect(audio.destination);
  source.start(start);
};

document.addEventListener("table:sound", play);
for (const gesture of ["pointerdown", "pointerup", "keydown"]) document.addEventListener(gesture, wake, true);
