// Sounds of wood on felt, made here: each is some knocks, and a knock is a tone that dies away, with a rustle at its start.
// Other files say what is to be heard (table:sound). Nothing is made before the first gesture, or while muted.

// Of each knock: seconds after the start (turn and over follow what they belong to), pitch (what is lower is louder), and
// seconds in which it dies away.
const SOUNDS = {
  step: [[0, 190, 0.02]],
  hit: [[0, 150, 0.03], [0.07, 230, 0.02]],
  roll: [[0, 520, 0.01], [0.06, 480, 0.01], [0.11, 450, 0.01], [0.19, 400, 0.01], [0.24, 370, 0.01], [0.33, 320, 0.01]],
  cube: [[0, 120, 0.03], [0.09, 165, 0.02]],
  turn: [[0.18, 392, 0.08], [0.31, 523, 0.12]],
  low: [[0, 660, 0.03], [0.18, 495, 0.03]],
  over: [[0.18, 392, 0.1], [0.33, 494, 0.1], [0.48, 587, 0.15]],
};
const LOUDNESS = 30; // of a pitch of 1

let audio;

const isOn = () => document.documentElement.dataset.sound !== "off";

const wake = () => {
  if (isOn()) (audio ??= new AudioContext()).resume();
};

const play = ({ detail }) => {
  if (audio?.state !== "running" || !isOn()) return;
  const rate = audio.sampleRate;
  const source = audio.createBufferSource();
  source.buffer = audio.createBuffer(1, 2 * rate, rate);
  const samples = source.buffer.getChannelData(0);
  for (const [at, pitch, decay] of SOUNDS[detail]) {
    for (let time = 0, noise = 0; time < 8 * decay; time += 1 / rate) {
      noise += (Math.random() * 2 - 1 - noise) * 0.3;
      const wave = Math.sin(2 * Math.PI * pitch * time) + noise * Math.exp(-time / 0.006);
      samples[Math.round((at + time) * rate)] += (LOUDNESS / pitch) * wave * Math.exp(-time / decay);
    }
  }
  source.connect(audio.destination);
  source.start();
};

document.addEventListener("table:sound", play);
for (const gesture of ["pointerdown", "pointerup", "keydown"]) document.addEventListener(gesture, wake, true);
