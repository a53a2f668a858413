// Has what this browser loads kept by a worker, so that it is there without a network.

/** The page at which an installed app opens, and what that names. @returns {Promise<string[]>} */
const home = async () => {
  const text = await (await fetch('/')).text();
  const named = [...text.matchAll(/ (?:href|src)="(\/[^"]+)"/g)].map(([, path]) => path);
  return ['/', ...named].map((path) => location.origin + path);
};

/** Begins, and hands the worker what was loaded before it was there. */
export const keepOffline = async () => {
  try {
    await navigator.serviceWorker.register('/worker.js');
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const all = new Set([location.href, ...loaded, ...(await home())]);
    active?.postMessage([...all].filter((url) => url.startsWith(`${location.origin}/`)));
  } catch {
    // Browsers may refuse to keep anything; the pages are the same.
  }
};
