// Draws a text as a QR code (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, which hold up to 213 bytes.

/** Bytes of error correction in each block, by version. */
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
/** Blocks, by version. */
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** Bits that tell error correction M, at their place before those of the mask. */
const LEVEL = 0;

/** Powers of 2 in the field of 256 elements, and their logarithms. */
const POWERS = new Uint8Array(510);
const LOGS = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  POWERS[power] = value;
  POWERS[power + 255] = value;
  LOGS[value] = power;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
const times = (a, b) => (a === 0 || b === 0 ? 0 : POWERS[LOGS[a] + LOGS[b]]);

/** The bytes that correct errors in some data. @param {number[]} data @param {number} count */
const corrections = (data, count) => {
  let divisor = [1];
  for (let power = 0; power < count; power++)
    divisor = [...divisor, 0].map((each, place) => each ^ times(divisor[place - 1] ?? 0, POWERS[power]));
  const rest = [...data, ...Array(count).fill(0)];
  for (let place = 0; place < data.length; place++) {
    const factor = rest[place];
    for (let term = 0; term <= count; term++) rest[place + term] ^= times(divisor[term], factor);
  }
  return rest.slice(data.length);
};

/** Where the middles of the small squares lie, on both axes. @param {number} version */
const alignments = (version) => {
  if (version === 1) return [];
  const last = 4 * version + 10;
  return version < 7 ? [6, last] : [6, last / 2 + 3, last];
};

/** How many bytes a version has in all. @param {number} version */
const bytesOf = (version) => {
  const squares = alignments(version).length;
  const reserved = squares === 0 ? 0 : 25 * squares * squares - 10 * squares - 55;
  return Math.floor(((16 * version + 128) * version + 64 - reserved - (version >= 7 ? 36 : 0)) / 8);
};

/** @param {number} version */
const room = (version) => bytesOf(version) - CHECKS[version - 1] * BLOCKS[version - 1];

/** The bytes of a code in the order in which they are drawn. @param {Uint8Array} text @param {number} version */
const codewords = (text, version) => {
  const length = version < 10 ? 8 : 16;
  let bits = `0100${text.length.toString(2).padStart(length, '0')}`;
  for (const byte of text) bits += byte.toString(2).padStart(8, '0');
  const size = room(version);
  bits += '0'.repeat(Math.min(4, 8 * size - bits.length));
  bits += '0'.repeat((8 - (bits.length % 8)) % 8);
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  for (let filler = 0xec; data.length < size; filler ^= 0xec ^ 0x11) data.push(filler);
  const blocks = BLOCKS[version - 1];
  const longer = size % blocks; // the last blocks have a byte more
  const each = Math.floor(size / blocks);
  /** @type {number[][]} */
  const parts = [];
  for (let block = 0, from = 0; block < blocks; block++) {
    const to = from + each + (block >= blocks - longer ? 1 : 0);
    parts.push(data.slice(from, to));
    from = to;
  }
  const checks = parts.map((part) => corrections(part, CHECKS[version - 1]));
  /** @param {number[][]} rows */
  const woven = (rows) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, place) =>
      rows.flatMap((row) => (place < row.length ? [row[place]] : [])),
    ).flat();
  return [...woven(parts), ...woven(checks)];
};

/** The masks of the standard: which modules are turned. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Appends the rest of a division, by which readers correct it. @param {number} data @param {number} divisor */
const guarded = (data, divisor) => {
  const degree = Math.floor(Math.log2(divisor));
  let rest = data << degree;
  for (let place = Math.floor(Math.log2(rest || 1)); place >= degree; place--)
    if ((rest >> place) & 1) rest ^= divisor << (place - degree);
  return (data << degree) | rest;
};

/** How hard a code is to read, by the four rules of the standard. @param {boolean[][]} dark */
const penalty = (dark) => {
  const size = dark.length;
  let sum = 0;
  let count = 0;
  for (const line of [...dark, ...dark.map((_, x) => dark.map((row) => row[x]))]) {
    const text = line.map((each) => (each ? '1' : '0')).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    const framed = `0000${text}0000`;
    for (let x = 0; x + 11 <= framed.length; x++)
      if (['10111010000', '00001011101'].includes(framed.slice(x, x + 11))) sum += 40;
  }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (dark[y][x]) count++;
      if (
        y > 0 &&
        x > 0 &&
        dark[y][x] === dark[y - 1][x] &&
        dark[y][x] === dark[y][x - 1] &&
        dark[y][x] === dark[y - 1][x - 1]
      )
        sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((20 * count) / (size * size) - 10));
};

/** A code without its content: the modules that are always so; undefined where content goes. @param {number} version */
const frame = (version) => {
  const size = 4 * version + 17;
  /** @type {(boolean | undefined)[][]} */
  const modules = Array.from({ length: size }, () => Array(size).fill(undefined));
  /** Draws a square in rings. @param {number} middleX @param {number} middleY @param {number[]} light its light rings */
  const square = (middleX, middleY, light) => {
    const reach = light.length * 2;
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) {
        const row = modules[middleY + y] ?? [];
        if (middleX + x in row) row[middleX + x] = !light.includes(Math.max(Math.abs(x), Math.abs(y)));
      }
  };
  for (let place = 0; place < size; place++) {
    modules[6][place] = place % 2 === 0;
    modules[place][6] = place % 2 === 0;
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    square(x, y, [2, 4]);
  const places = alignments(version);
  for (const x of places)
    for (const y of places)
      if (!((x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6))) square(x, y, [1]);
  if (version >= 7) {
    const told = guarded(version, 0x1f25);
    for (let bit = 0; bit < 18; bit++) {
      const a = size - 11 + (bit % 3);
      const b = Math.floor(bit / 3);
      modules[b][a] = modules[a][b] = ((told >> bit) & 1) === 1;
    }
  }
  return modules;
};

/** Tells level and mask beside the corners. @param {(boolean | undefined)[][]} modules @param {number} mask */
const tellFormat = (modules, mask) => {
  const size = modules.length;
  const told = guarded((LEVEL << 3) | mask, 0x537) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((told >> bit) & 1) === 1;
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : undefined;
    if (along !== undefined) modules[along][8] = dark;
    else modules[8][bit === 8 ? 7 : 14 - bit] = dark;
    if (bit < 8) modules[8][size - 1 - bit] = dark;
    else modules[size - 15 + bit][8] = dark;
  }
  modules[size - 8][8] = true;
};

/**
 * Draws a text as a QR code.
 * @param {string} text up to 213 bytes in UTF-8; RangeError for more
 * @returns {boolean[][]} rows of modules, true where it is dark, without the margin of four that readers need
 */
export const qrCode = (text) => {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, at) => bytes.length + (at + 1 < 10 ? 2 : 3) <= room(at + 1)) + 1;
  if (version === 0) throw new RangeError('This link is too long for a QR code.');
  const content = codewords(bytes, version);
  const base = frame(version);
  tellFormat(base, 0); // takes its place
  const size = base.length;
  const codes = MASKS.map((turned, mask) => {
    const modules = base.map((row) => [...row]);
    let bit = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right--;
      for (let step = 0; step < size; step++)
        for (const x of [right, right - 1]) {
          const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
          if (modules[y][x] !== undefined) continue;
          const dark = ((content[bit >> 3] >> (7 - (bit & 7))) & 1) === 1;
          bit++;
          modules[y][x] = dark !== turned(x, y);
        }
    }
    tellFormat(modules, mask);
    return /** @type {boolean[][]} */ (modules);
  });
  const worst = codes.map(penalty);
  return codes[worst.indexOf(Math.min(...worst))];
};
