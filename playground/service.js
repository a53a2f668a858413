// Keeps every file of the playground in the browser, so that it works without a network and starts again after a stop.
// VERSION: the build writes here what the files are, so that browsers see a new one.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const kept = async () => await (await fetch('./files.json', { cache: 'no-store' })).json();
const NAME = 'oddsmith-playground-';

worker.addEventListener('install', (event) => {
  event.waitUntil(
    kept().then(async ({ version, files }) => {
      const asked = files.map((/** @type {string} */ file) => new Request(file, { cache: 'reload' }));
      await (await caches.open(NAME + version)).addAll(asked);
      for (const name of await caches.keys())
        if (name.startsWith(NAME) && name !== NAME + version) await caches.delete(name);
      await worker.skipWaiting();
    }),
  );
});
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)));
});
