// How many rolls of a notation a second rpg-dice-roller makes: node rates.mjs NOTATION SECONDS
import { DiceRoll } from '@dice-roller/rpg-dice-roller';

const [notation, seconds] = process.argv.slice(2);
for (let i = 0; i < 200; i += 1) new DiceRoll(notation);
let done = 0;
const start = performance.now();
while (performance.now() - start < 1000 * Number(seconds)) {
  for (let i = 0; i < 20; i += 1) new DiceRoll(notation);
  done += 20;
}
console.log(done / ((performance.now() - start) / 1000));
