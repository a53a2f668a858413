// The sound of dice on a table, and a shake of the phone.

/** Dice that are heard, however many there are. */
const HEARD = 7;

/** @type {AudioContext | undefined} */
let ears;

/** Lets dice be heard and felt. @param {number} dice how many land */
export const clatter = (dice) => {
  // Nobody is startled by a page that they have not touched; browsers refuse it, too.
  if (navigator.userActivation?.hasBeenActive === false) return;
  const count = Math.max(1, Math.min(HEARD, dice));
  navigator.vibrate?.(Array.from({ length: 2 * count - 1 }, (_, place) => (place % 2 === 0 ? 15 : 35)));
  ears ??= new AudioContext();
  ears.resume(); // a phone that was put aside has stopped it
  const knock = ears.createBuffer(1, ears.sampleRate / 25, ears.sampleRate);
  const wave = knock.getChannelData(0);
  for (let at = 0; at < wave.length; at++) wave[at] = (2 * Math.random() - 1) * Math.exp((-9 * at) / wave.length);
  for (let die = 0; die < count; die++) {
    const heard = ears.createBufferSource();
    const tone = new BiquadFilterNode(ears, { type: 'bandpass', frequency: 1400 + 1600 * Math.random(), Q: 3 });
    heard.buffer = knock;
    heard
      .connect(tone)
      .connect(new GainNode(ears, { gain: 0.9 - die / (2 * HEARD) }))
      .connect(ears.destination);
    heard.start(ears.currentTime + 0.05 * die + 0.04 * Math.random());
  }
};
