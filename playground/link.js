// The link holds what is written: packed JSON behind the #.

const FIELDS = ['notation', 'game', 'code', 'action', 'goal'];

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Keep what is written in the address. @param {Record<string, any>} written */
export const keep = async (written) => {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(written)), new CompressionStream('deflate-raw'));
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  history.replaceState(null, '', `#${packed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`);
};

/** @param {unknown} value */
const isText = (value) => typeof value === 'string';

/** What the address holds: nothing, a game of the gallery (`#game=craps`), what was written, or that it is broken.
 * @returns {Promise<Record<string, any>>} */
export const kept = async () => {
  if (location.hash.length < 2) return {};
  const [, named] = /^#game=([a-z0-9-]+)$/.exec(location.hash) ?? [];
  if (named) return { game: `gallery:${named}` };
  try {
    const packed = atob(location.hash.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
    const found = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
    const inputs = Object.entries(found.inputs ?? {});
    const right = inputs.every(([, value]) => isText(value)) && FIELDS.every((name) => isText(found[name] ?? ''));
    return right ? found : { broken: true };
  } catch {
    return { broken: true };
  }
};
