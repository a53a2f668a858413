// Has what this browser loads kept by a worker, so that it is there without a network.

/** Begins, and hands the worker what was loaded before it was there. */
export const keepOffline = async () => {
  try {
    await navigator.serviceWorker.register('/worker.js');
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    active?.postMessage([location.href, ...loaded].filter((url) => url.startsWith(`${location.origin}/`)));
  } catch {
    // Browsers may refuse to keep anything; the pages are the same.
  }
};
