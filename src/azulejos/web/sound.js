/** Synthesised sounds: of tiles, and a call when it is my turn. Silent unless a preference is on. */
import { preferences } from "./preferences.js";

/** @typedef {"take" | "place" | "score" | "turn" | "end"} SoundName */

/**
 * Tones of a sound: when it starts (s), its pitch (Hz), how long it rings (s), how loud it is.
 * @type {Record<SoundName, { noise?: number, tones: [number, number, number, number][] }>}
 */
const SOUNDS = {
  take: { noise: 0.05, tones: [[0, 1250, 0.06, 0.1]] },
  place: { noise: 0.12, tones: [[0, 520, 0.09, 0.2], [0.01, 1040, 0.05, 0.08]] },
  turn: { tones: [[0, 587, 0.22, 0.14], [0.12, 880, 0.4, 0.14]] },
  score: { tones: [[0, 659, 0.18, 0.12], [0.07, 988, 0.25, 0.1]] },
  end: {
    tones: [
      [0, 523, 0.4, 0.12],
      [0.13, 659, 0.4, 0.12],
      [0.26, 784, 0.4, 0.12],
      [0.39, 1047, 0.8, 0.12],
    ],
  },
};

/** @type {AudioContext | null} */
let audio = null;

/** Browsers allow sound only after the person has touched the page. @param {SoundName} name */
function mayPlay(name) {
  const { sound, turnSound } = preferences();
  const wanted = name === "turn" ? turnSound : sound;
  return wanted && (navigator.userActivation?.hasBeenActive ?? false);
}

/**
 * Play a sound, if the player wants it and has touched the page already.
 * @param {SoundName} name
 */
export function playSound(name) {
  const sound = SOUNDS[name];
  if (!sound || !mayPlay(name)) return;
  audio ??= new AudioContext();
  void audio.resume();
  const now = audio.currentTime;
  for (const [start, pitch, length, loudness] of sound.tones) {
    ring(audio, now + start, pitch, length, loudness);
  }
  if (sound.noise) knock(audio, now, sound.noise);
}

/**
 * A bell-like tone that fades.
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} pitch
 * @param {number} length
 * @param {number} loudness
 */
function ring(context, at, pitch, length, loudness) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

/**
 * The dry click of a tile: a few milliseconds of filtered noise.
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} loudness
 */
function knock(context, at, loudness) {
  const length = Math.ceil(context.sampleRate * 0.03);
  const buffer = new AudioBuffer({ length, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2600, Q: 1.2 });
  const volume = new GainNode(context, { gain: loudness });
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(at);
}
